//! What is seen before it is decided on: the parts of a territory, another course of a border.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_maps::mask::{Patch, Rgba, Stretch};
use marchland_maps::redraw::RedrawError;

use super::intent::Trial;
use super::{Bench, Effect, Intent};
use crate::drawing::{Deed, Done, Order, Refusal};
use crate::history::Ink;
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

    /// What is to be worked out for it, with its number.
    pub fn trial_order(&self) -> Option<(u64, Order)> {
        let trial = self.intent()?.trial()?;
        let (deed, _) = self.with_twin(trial.deed.clone());
        let order = Order::new(deed, &self.document)?;
        Some((trial.asked, order))
    }

    /// Takes what would come of it.
    pub(super) fn tried(&mut self, number: u64, done: Option<Done>) -> Vec<Effect> {
        let now = self.document.revision();
        let trial = self.intent.as_mut().and_then(Intent::trial_mut);
        let Some(trial) = trial.filter(|trial| trial.asked == number) else {
            return Vec::new();
        };
        let Some(Done { revision, outcome }) = done else {
            // Working it out has failed, and would again.
            self.intent = None;
            return Vec::new();
        };
        if revision != now {
            return self.try_out();
        }
        trial.pixels.clear();
        match outcome {
            Err(Refusal::Redraw(RedrawError::Lines)) => return self.begin_dissolving(),
            Err(refusal) => trial.refused = Some(texts::not_drawn(&refusal)),
            Ok(ready) => {
                if let Ink::Patch(patch) = &ready.change.sheet {
                    // Lines dissolve into all land there is: they are seen as one.
                    let is_one = trial.deed == Deed::Dissolve;
                    trial.pixels =
                        by_colour(patch, |now| if is_one { Rgba::TRANSPARENT } else { now });
                }
                let mut after = self.document.draft().clone();
                let applies = after.apply(ready.change.draft.clone()).is_ok();
                trial.ready = Some((revision, ready));
                if let (Some(Intent::Dissolve(_, links)), true) = (&mut self.intent, applies) {
                    *links = texts::changed_links(self.document.draft(), &after);
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
                let (deed, told) = self.with_twin(trial.deed);
                let mut effects = self.make_ready(&deed, *ready);
                effects.extend(told.map(|told| Effect::Say(told.into())));
                effects
            }
            _ => self.draw_twins(trial.deed),
        }
    }
}

fn by_colour(patch: &Patch, shown: impl Fn(Rgba) -> Rgba) -> BTreeMap<Rgba, Arc<[Stretch]>> {
    let mut pixels: BTreeMap<Rgba, Vec<Stretch>> = BTreeMap::new();
    for (stretch, _, now) in patch.iter() {
        pixels.entry(shown(now)).or_default().push(stretch);
    }
    let pixels = pixels.into_iter();
    pixels.map(|(colour, all)| (colour, all.into())).collect()
}
