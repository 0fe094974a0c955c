//! What would come of a deed that is tried, with what is seen of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use marchland_maps::mask::{Patch, Rgba, Stretch};

use super::{Deed, Done, Order, Symmetry, Twins};
use crate::history::Ink;
use crate::texts;

/// What would come of a deed. Borders and links of a large map are many: all of it is worked out
/// where the deed is.
#[derive(Debug)]
pub struct Look {
    /// What would become of the map.
    pub done: Done,
    /// The pixels that change, by what they become.
    pub pixels: BTreeMap<Rgba, Arc<[Stretch]>>,
    /// The links that come or go where lines dissolve.
    pub links: Vec<String>,
}

impl Order {
    /// What would come of it, with its twin where what is drawn has twins.
    pub fn look(mut self, symmetry: Option<Symmetry>) -> Look {
        // Lines dissolve into all land there is: they are seen as one.
        let dissolves = self.deed == Deed::Dissolve;
        let before = dissolves.then(|| self.draft.clone());
        if let Some(symmetry) = symmetry {
            self.deed = Twins::new(symmetry, &self.draft, &self.regions).with(self.deed);
        }
        let done = self.carry_out();
        let change = done.outcome.as_ref().ok().map(|ready| &ready.change);
        let links = before.zip(change).and_then(|(before, change)| {
            let mut after = before.clone();
            after.apply(change.draft.clone()).ok()?;
            Some(texts::changed_links(&before, &after))
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
