//! Matches the territories of an older version with the new ones.

use std::collections::{HashMap, HashSet};

use marchland_maps::Draft;

/// Pairs of indices, old and new, in the order of the old version: territories with the
/// same name, and of the others those with the same key colour.
pub(crate) fn same_territories(old: &Draft, new: &Draft) -> Vec<(usize, usize)> {
    let mut by_name = HashMap::new();
    let mut by_colour = HashMap::new();
    for (at, territory) in new.territories.iter().enumerate() {
        if let Some(name) = territory.name.folded() {
            by_name.entry(name).or_insert(at);
        }
        if let Some(colour) = territory.colour {
            by_colour.entry(colour).or_insert(at);
        }
    }
    let mut pairs = Vec::new();
    let mut taken = HashSet::new();
    let mut rest = Vec::new();
    for (was, territory) in old.territories.iter().enumerate() {
        let same = territory.name.folded().and_then(|name| by_name.get(&name));
        match same {
            Some(&at) if taken.insert(at) => pairs.push((was, at)),
            _ => rest.push((was, territory)),
        }
    }
    for (was, territory) in rest {
        let same = territory.colour.and_then(|colour| by_colour.get(&colour));
        if let Some(&at) = same.filter(|&&at| taken.insert(at)) {
            pairs.push((was, at));
        }
    }
    pairs.sort_unstable();
    pairs
}
