//! Dividing a territory: what it would become is seen before it is decided on.

use marchland_maps::TerritoryKey;
use marchland_maps::divide::Style;

use super::trial::Trial;
use super::{Bench, Divide, Effect};
use crate::drawing::Deed;
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
    /// What it would become.
    pub trial: Trial,
}

impl Dividing {
    /// Parts that are made at most by hand; more are for the command line.
    pub const MOST: usize = 64;

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
        let (parts, style, seed) = (3, Style::Natural, 1);
        let deed = Deed::Divide {
            key,
            parts,
            style,
            seed,
        };
        self.dividing = Some(Dividing {
            key,
            parts,
            style,
            seed,
            trial: Trial::new(deed),
        });
        self.try_out()
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
            Divide::Confirm => {
                let dividing = self.dividing.take_if(|d| d.trial.is_ready());
                return dividing.map_or_else(Vec::new, |d| self.make_tried(d.trial));
            }
        }
        dividing.trial.deed = dividing.deed();
        self.try_out()
    }

    /// What keys say of the parts: more of them, others.
    pub(super) fn more_parts(&mut self, more: bool) -> Vec<Effect> {
        let parts = self.dividing.as_ref().map_or(2, |d| d.parts);
        let parts = if more { parts + 1 } else { parts - 1 };
        self.divide(Divide::Parts(parts))
    }
}
