//! Previews of drawing operations.

use marchland_maps::redraw::RedrawError;

use super::intent::Trial;
use super::{Effect, Intent, Workspace};
use crate::drawing::{Done, Look, Order, Refusal, Symmetry};
use crate::jobs::fresh_number;
use crate::texts;

impl Workspace {
    /// Requests a preview.
    pub(super) fn try_out(&mut self) -> Vec<Effect> {
        let asked = fresh_number();
        if let Some(trial) = self.intent.as_mut().and_then(Intent::trial_mut) {
            trial.asked = asked;
            trial.refused = None;
            trial.at_once = false;
            trial.ready = None;
        }
        vec![Effect::Try]
    }

    /// The order for the preview, with its number and the symmetry.
    pub fn trial_order(&self) -> Option<(u64, Order, Option<Symmetry>)> {
        let trial = self.intent()?.trial()?;
        let order = Order::new(trial.op.clone(), &self.document)?;
        Some((trial.asked, order, self.view.symmetry))
    }

    /// Takes a computed preview.
    pub(super) fn tried(&mut self, number: u64, look: Option<Look>) -> Vec<Effect> {
        let now = self.document.revision();
        let trial = self.intent.as_mut().and_then(Intent::trial_mut);
        let Some(trial) = trial.filter(|trial| trial.asked == number) else {
            return Vec::new();
        };
        let Some(look) = look else {
            // The computation panicked and would panic again.
            self.intent = None;
            return vec![Effect::Fail(texts::DRAWING_BROKE_DOWN.into())];
        };
        let Done { revision, outcome } = look.done;
        if revision != now {
            let at_once = trial.at_once;
            let again = self.try_out();
            self.wait_for_trial(at_once);
            return again;
        }
        trial.pixels = look.pixels;
        match outcome {
            Err(Refusal::Redraw(RedrawError::Lines)) => return self.begin_dissolving(),
            Err(refusal) => {
                trial.at_once = false;
                trial.refused = Some(texts::not_drawn(&refusal));
            }
            Ok(ready) => {
                trial.ready = Some((revision, ready));
                if trial.at_once {
                    return self.do_intended();
                }
                if let Some(Intent::Dissolve(_, links)) = &mut self.intent {
                    *links = look.links;
                }
            }
        }
        Vec::new()
    }

    /// Sets whether the result is applied as soon as it is known.
    pub(super) fn wait_for_trial(&mut self, at_once: bool) {
        if let Some(trial) = self.intent.as_mut().and_then(Intent::trial_mut) {
            trial.at_once = at_once;
        }
    }

    /// Applies the preview's result; recomputes it if the map has changed.
    pub(super) fn make_tried(&mut self, trial: Trial) -> Vec<Effect> {
        let now = self.document.revision();
        match trial.ready {
            Some((revision, ready)) if revision == now && !self.is_drawing() => {
                self.make_ready(&trial.op, *ready)
            }
            _ => self.draw_twins(trial.op),
        }
    }
}
