//! What is seen before it is decided on: the parts of a territory, another course of a border.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_board::{Tint, Wash};
use marchland_maps::mask::{Patch, Rgba, Stretch};

use super::{Bench, Effect};
use crate::drawing::{Deed, Done, Order, Ready};
use crate::history::Ink;
use crate::texts;

/// A deed of which it is seen what would come of it.
#[derive(Debug)]
pub struct Trial {
    pub(super) deed: Deed,
    /// The number of the look at it that was asked for last.
    asked: u64,
    /// Why it cannot be done.
    pub refused: Option<String>,
    /// What would come of it, and of which state of the document.
    ready: Option<(u64, Box<Ready>)>,
    /// The pixels that change, by what they become. Those of the deed before are seen until
    /// these are known.
    pixels: BTreeMap<Rgba, Arc<[Stretch]>>,
}

impl Trial {
    pub(super) fn new(deed: Deed) -> Self {
        Self {
            deed,
            asked: 0,
            refused: None,
            ready: None,
            pixels: BTreeMap::new(),
        }
    }

    /// Whether it is known what would come of it.
    pub fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    /// What is seen of it, with the tint for each new colour and its number.
    pub(super) fn washes(&self, tint: impl Fn(usize, Rgba) -> Tint) -> Vec<Wash> {
        let all = self.pixels.iter().enumerate();
        let wash = |(at, (&colour, pixels)): (usize, (&Rgba, &Arc<[Stretch]>))| Wash {
            pixels: vec![Arc::clone(pixels)],
            tint: tint(at, colour),
            sea_only: false,
        };
        all.map(wash).collect()
    }
}

impl Bench {
    fn trial_mut(&mut self) -> Option<&mut Trial> {
        let parts = self.dividing.as_mut().map(|dividing| &mut dividing.trial);
        parts.or(self.bending.as_mut())
    }

    /// Lets it be worked out what would come of the deed that is tried.
    pub(super) fn try_out(&mut self) -> Vec<Effect> {
        self.looks += 1;
        let asked = self.looks;
        if let Some(trial) = self.trial_mut() {
            trial.asked = asked;
            trial.refused = None;
            trial.ready = None;
        }
        vec![Effect::Try]
    }

    /// What is to be worked out for it, with its number.
    pub fn trial_order(&self) -> Option<(u64, Order)> {
        let parts = self.dividing.as_ref().map(|dividing| &dividing.trial);
        let trial = parts.or(self.bending.as_ref())?;
        let order = Order::new(trial.deed.clone(), &self.document)?;
        Some((trial.asked, order))
    }

    /// Takes what would come of it.
    pub(super) fn tried(&mut self, number: u64, done: Option<Done>) -> Vec<Effect> {
        let now = self.document.revision();
        let Some(trial) = self.trial_mut().filter(|trial| trial.asked == number) else {
            return Vec::new();
        };
        let Some(Done { revision, outcome }) = done else {
            // Working it out has failed, and would again.
            (self.dividing, self.bending) = (None, None);
            return Vec::new();
        };
        if revision != now {
            return self.try_out();
        }
        trial.pixels.clear();
        match outcome {
            Err(refusal) => trial.refused = Some(texts::not_drawn(&refusal)),
            Ok(ready) => {
                if let Ink::Patch(patch) = &ready.change.sheet {
                    trial.pixels = by_colour(patch);
                }
                trial.ready = Some((revision, ready));
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
            _ => self.draw(trial.deed),
        }
    }
}

fn by_colour(patch: &Patch) -> BTreeMap<Rgba, Arc<[Stretch]>> {
    let mut pixels: BTreeMap<Rgba, Vec<Stretch>> = BTreeMap::new();
    for (stretch, _, now) in patch.iter() {
        pixels.entry(now).or_default().push(stretch);
    }
    let pixels = pixels.into_iter();
    pixels.map(|(colour, all)| (colour, all.into())).collect()
}
