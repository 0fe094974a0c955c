//! The preview of a drawing operation.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_maps::diff::{About, Version, compare};
use marchland_maps::mask::{Patch, Rgba, Stretch};

use super::{Done, DrawOp, Order, Symmetry, Twins};
use crate::history::Ink;

/// The preview of a drawing operation. Large maps have many borders and links, so all of it is
/// computed on the operation's thread.
#[derive(Debug)]
pub struct Look {
    pub done: Done,
    /// The changed pixels by their new colour.
    pub pixels: BTreeMap<Rgba, Arc<[Stretch]>>,
    /// Links added or removed when separators are removed.
    pub links: Vec<String>,
}

impl Order {
    /// Computes the preview, with the mirrored half if there is a symmetry.
    pub fn look(mut self, symmetry: Option<Symmetry>) -> Look {
        // Separators turn into all kinds of land: shown as one.
        let dissolves = self.op == DrawOp::Dissolve;
        let before = dissolves.then(|| self.draft.clone());
        if let Some(symmetry) = symmetry {
            self.op = Twins::new(symmetry, &self.draft, &self.regions).with(self.op);
        }
        let done = self.carry_out();
        let change = done.outcome.as_ref().ok().map(|ready| &ready.change);
        let links = before.zip(change).and_then(|(before, change)| {
            let mut after = before.clone();
            after.apply(change.draft.clone()).ok()?;
            let version = |draft| Version { draft, mask: None };
            let changes = compare(version(&before), version(&after));
            let links = changes.iter().filter(|it| it.about == About::Link);
            Some(links.map(ToString::to_string).collect())
        });
        let pixels = match change.map(|change| &change.sheet) {
            Some(Ink::Patch(patch)) => by_colour(patch, dissolves),
            _ => BTreeMap::new(),
        };
        Look {
            links: links.unwrap_or_default(),
            pixels,
            done,
        }
    }
}

fn by_colour(patch: &Patch, as_one: bool) -> BTreeMap<Rgba, Arc<[Stretch]>> {
    let mut pixels: BTreeMap<Rgba, Vec<Stretch>> = BTreeMap::new();
    for (stretch, _, now) in patch.iter() {
        let colour = if as_one { Rgba::TRANSPARENT } else { now };
        pixels.entry(colour).or_default().push(stretch);
    }
    let pixels = pixels.into_iter();
    pixels.map(|(colour, all)| (colour, all.into())).collect()
}
