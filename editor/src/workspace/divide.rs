//! Dividing a territory, with a preview.

use super::intent::{Dividing, Trial};
use super::{Divide, Effect, Intent, Workspace};
use crate::drawing::DrawOp;
use crate::texts;

impl Workspace {
    pub(super) fn begin_dividing(&mut self) -> Vec<Effect> {
        /// The height of the card with a margin, in logical pixels.
        const CARD: f32 = 150.0;
        let Some(key) = self.document.selection().territory() else {
            return vec![Effect::Say(texts::DIVIDE_ONE.into())];
        };
        self.bring_above(key, CARD);
        let how = self.division;
        let trial = Trial::new(DrawOp::Divide { key, how });
        self.intent = Some(Intent::Divide(Dividing { key, how, trial }));
        self.try_out()
    }

    pub(super) fn divide(&mut self, change: Divide) -> Vec<Effect> {
        let Some(Intent::Divide(dividing)) = &mut self.intent else {
            return Vec::new();
        };
        match change {
            Divide::Parts(parts) => dividing.how.parts = parts.clamp(2, Dividing::MOST),
            Divide::Style(style) => dividing.how.style = style,
            Divide::Another => dividing.how.seed += 1,
        }
        dividing.trial.op = dividing.op();
        self.division = dividing.how;
        self.try_out()
    }
}
