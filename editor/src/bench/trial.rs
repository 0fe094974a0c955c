//! What is seen before it is decided on: the parts of a territory, another course of a border.

use marchland_maps::redraw::RedrawError;

use super::intent::Trial;
use super::{Bench, Effect, Intent};
use crate::drawing::{Done, Look, Order, Refusal, Symmetry};
use crate::texts;

impl Bench {
    /// Lets it be worked out what would come of the deed that is tried.
    pub(super) fn try_out(&mut self) -> Vec<Effect> {
        self.looks += 1;
        let asked = self.looks;
        if let Some(trial) = self.intent.as_mut().and_then(Intent::trial_mut) {
            trial.asked = asked;
            trial.refused = None;
            trial.ready = None;
        }
        vec![Effect::Try]
    }

    /// What is to be worked out for it, with its number, and what symmetry its twin has.
    pub fn trial_order(&self) -> Option<(u64, Order, Option<Symmetry>)> {
        let trial = self.intent()?.trial()?;
        let order = Order::new(trial.deed.clone(), &self.document)?;
        Some((trial.asked, order, self.view.symmetry))
    }

    /// Takes what would come of it.
    pub(super) fn tried(&mut self, number: u64, look: Option<Look>) -> Vec<Effect> {
        let now = self.document.revision();
        let trial = self.intent.as_mut().and_then(Intent::trial_mut);
        let Some(trial) = trial.filter(|trial| trial.asked == number) else {
            return Vec::new();
        };
        let Some(look) = look else {
            // Working it out has failed, and would again.
            self.intent = None;
            return Vec::new();
        };
        let Done { revision, outcome } = look.done;
        if revision != now {
            return self.try_out();
        }
        trial.pixels = look.pixels;
        match outcome {
            Err(Refusal::Redraw(RedrawError::Lines)) => return self.begin_dissolving(),
            Err(refusal) => trial.refused = Some(texts::not_drawn(&refusal)),
            Ok(ready) => {
                trial.ready = Some((revision, ready));
                if let Some(Intent::Dissolve(_, links)) = &mut self.intent {
                    *links = look.links;
                }
            }
        }
        Vec::new()
    }

    /// Does what was tried; anew where the map is another since.
    pub(super) fn make_tried(&mut self, trial: Trial) -> Vec<Effect> {
        let now = self.document.revision();
        match trial.ready {
            Some((revision, ready)) if revision == now && !self.is_drawing() => {
                self.make_ready(&trial.deed, *ready)
            }
            _ => self.draw_twins(trial.deed),
        }
    }
}
