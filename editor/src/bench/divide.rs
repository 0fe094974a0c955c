//! Dividing a territory: what it would become is seen before it is decided on.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_board::{Tint, Wash};
use marchland_maps::TerritoryKey;
use marchland_maps::divide::Style;
use marchland_maps::mask::{Patch, Rgba, Stretch};

use super::{Bench, Divide, Effect};
use crate::drawing::{Deed, Done, Order, Ready};
use crate::history::Ink;
use crate::scenery;
use crate::texts;

/// A territory that is about to be divided.
#[derive(Debug)]
pub struct Dividing {
    /// Which.
    pub key: TerritoryKey,
    /// How many parts.
    pub parts: usize,
    /// What they look like.
    pub style: Style,
    seed: u64,
    /// The number of the look at them that was asked for last.
    asked: u64,
    /// Why it cannot be done so.
    pub refused: Option<String>,
    /// What it would become.
    ready: Option<Box<Ready>>,
    washes: Vec<Wash>,
}

impl Dividing {
    /// Parts that are made at most by hand; more are for the command line.
    pub const MOST: usize = 64;

    /// Whether what it would become is known.
    pub fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    pub(super) fn washes(&self) -> &[Wash] {
        &self.washes
    }

    fn deed(&self) -> Deed {
        Deed::Divide {
            key: self.key,
            parts: self.parts,
            style: self.style,
            seed: self.seed,
        }
    }
}

impl Bench {
    /// The territory that is about to be divided.
    pub fn dividing(&self) -> Option<&Dividing> {
        self.dividing.as_ref()
    }

    /// Begins to divide the selected territory.
    pub(super) fn begin_dividing(&mut self) -> Vec<Effect> {
        let Some(key) = self.document.selection().territory() else {
            return vec![Effect::Say(texts::DIVIDE_ONE.into())];
        };
        self.dividing = Some(Dividing {
            key,
            parts: 3,
            style: Style::Natural,
            seed: 1,
            asked: 0,
            refused: None,
            ready: None,
            washes: Vec::new(),
        });
        self.look_at_parts()
    }

    pub(super) fn divide(&mut self, change: Divide) -> Vec<Effect> {
        let Some(dividing) = &mut self.dividing else {
            return Vec::new();
        };
        match change {
            Divide::Parts(parts) => dividing.parts = parts.clamp(2, Dividing::MOST),
            Divide::Style(style) => dividing.style = style,
            Divide::Another => dividing.seed += 1,
            Divide::Cancel => {
                self.dividing = None;
                return Vec::new();
            }
            Divide::Confirm => return self.confirm_dividing(),
        }
        self.look_at_parts()
    }

    /// What keys say of the parts: more of them, others.
    pub(super) fn more_parts(&mut self, more: bool) -> Vec<Effect> {
        let parts = self.dividing.as_ref().map_or(2, |d| d.parts);
        let parts = if more { parts + 1 } else { parts - 1 };
        self.divide(Divide::Parts(parts))
    }

    fn look_at_parts(&mut self) -> Vec<Effect> {
        if let Some(dividing) = &mut self.dividing {
            self.looks += 1;
            dividing.asked = self.looks;
            dividing.refused = None;
            dividing.ready = None;
        }
        vec![Effect::Divide]
    }

    /// What is to be worked out for the parts to be seen, with its number.
    pub fn parts_order(&self) -> Option<(u64, Order)> {
        let dividing = self.dividing.as_ref()?;
        let order = Order::new(dividing.deed(), &self.document)?;
        Some((dividing.asked, order))
    }

    /// Takes what a territory would become.
    pub(super) fn parts_known(&mut self, number: u64, done: Option<Done>) -> Vec<Effect> {
        let style = self.painting.scene_style();
        let revision = self.document.revision();
        let Some(dividing) = self.dividing.as_mut().filter(|d| d.asked == number) else {
            return Vec::new();
        };
        let Some(done) = done else {
            // Working it out has failed, and would again.
            self.dividing = None;
            return Vec::new();
        };
        if done.revision != revision {
            return self.look_at_parts();
        }
        match done.outcome {
            Err(refusal) => {
                dividing.refused = Some(texts::not_drawn(&refusal));
                dividing.washes.clear();
            }
            Ok(ready) => {
                let mut parts: BTreeMap<Rgba, Vec<Stretch>> = BTreeMap::new();
                let patch = match &ready.change.sheet {
                    Ink::Patch(patch) => Some(patch),
                    Ink::Swap(_) => None,
                };
                for (stretch, _, now) in patch.into_iter().flat_map(Patch::iter) {
                    parts.entry(now).or_default().push(stretch);
                }
                let parts = parts.into_values().enumerate();
                let washes = parts.map(|(at, pixels)| Wash {
                    pixels: vec![Arc::from(pixels)],
                    tint: Tint::Land(scenery::part(at, style)),
                    sea_only: false,
                });
                dividing.washes = washes.collect();
                dividing.ready = Some(ready);
            }
        }
        Vec::new()
    }

    fn confirm_dividing(&mut self) -> Vec<Effect> {
        let Some(dividing) = self.dividing.take_if(|d| d.ready.is_some()) else {
            return Vec::new();
        };
        let deed = dividing.deed();
        match dividing.ready {
            Some(ready) if !self.is_drawing() => self.make_ready(&deed, *ready),
            _ => self.draw(deed),
        }
    }
}
