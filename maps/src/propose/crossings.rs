//! Chooses the sea links that a map would probably have.
//!
//! Far more coasts face each other than authors link. Authors link what would be isolated, what
//! nearly touches, and where the way around is long:
//!
//! ```text
//!   A ~~ B        A is an island: its shortest crossing is taken, however long
//!   A|~|B         a strait, no wider than `narrow`: taken
//!   A ~~~ B       up to `wide`: taken, unless A and B have a common
//!    \ C /        neighbour, through which one can be reached from the other
//!
//!   I ~~~ B       I is an island with few links so far: taken up to `wide`,
//!    ~ C /        because the common neighbour is reached by sea as well
//! ```
//!
//! If all land is connected, nothing is taken: rivers, lakes and the paper between the lines of a
//! plan are not seas.
//!
//! The thresholds agree best with the links declared on six maps of another program and on our
//! four. Leave-one-out cross-validation gives nearly the same agreement (`benches/neighbours.rs`;
//! figures in `docs/performance.md`).

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::mask::{Regions, Sets};
use crate::{By, Draft, TerritoryId};

use super::{NewLink, Survey, across};

/// Limits on crossings; widths are in multiples of the typical territory diameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widths {
    /// The widest strait that is always crossed.
    pub narrow: f64,
    /// The widest water that is crossed if the way around is long.
    pub wide: f64,
    /// Least number of links of an island, even to a neighbour's neighbour.
    pub ways: usize,
}

impl Default for Widths {
    fn default() -> Self {
        Self {
            narrow: 0.25,
            wide: 1.0,
            ways: 3,
        }
    }
}

/// The links by sea that an author would probably declare: first those that connect parts of the
/// map, then the shortest. `watch` as in [`Survey::sea_links_watched`].
pub fn crossings(
    regions: &Regions,
    draft: &Draft,
    survey: &Survey,
    widths: Widths,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<NewLink>> {
    let candidates = across(regions, draft, survey, None, watch)?;
    let mut groups = Groups::of(draft);
    let (mut taken, others): (Vec<NewLink>, Vec<NewLink>) = candidates
        .into_iter()
        .partition(|link| groups.join(link.from, link.to));
    if taken.is_empty() {
        return Some(taken);
    }
    let mut on_land: HashSet<TerritoryId> = HashSet::new();
    for (from, link) in draft.links().filter(|(_, link)| link.by == By::Land) {
        on_land.extend(from.id.into_iter().chain([link.to]));
    }
    let mut neighbours: HashMap<TerritoryId, HashSet<TerritoryId>> = HashMap::new();
    let declared = draft.links();
    let declared = declared.filter_map(|(from, link)| Some((from.id?, link.to)));
    for (a, b) in declared.chain(taken.iter().map(|link| (link.from, link.to))) {
        neighbours.entry(a).or_default().insert(b);
        neighbours.entry(b).or_default().insert(a);
    }
    let side = survey.typical_side(regions);
    for link in others {
        let has_common = || match (neighbours.get(&link.from), neighbours.get(&link.to)) {
            (Some(a), Some(b)) => !a.is_disjoint(b),
            _ => false,
        };
        let is_lonely = |id: &TerritoryId| {
            let ways = neighbours.get(id).map_or(0, HashSet::len);
            !on_land.contains(id) && ways < widths.ways
        };
        let is_due = || !has_common() || is_lonely(&link.from) || is_lonely(&link.to);
        let width = link.across.distance;
        if width <= widths.narrow * side || (width <= widths.wide * side && is_due()) {
            for (a, b) in [(link.from, link.to), (link.to, link.from)] {
                neighbours.entry(a).or_default().insert(b);
            }
            taken.push(link);
        }
    }
    Some(taken)
}

/// Connected groups of territories.
#[derive(Debug)]
pub struct Groups {
    places: HashMap<TerritoryId, u32>,
    sets: Sets,
}

impl Groups {
    /// The groups of a draft, ignoring the direction of links.
    pub fn of(draft: &Draft) -> Self {
        let ids = draft.territories.iter().zip(0..);
        let mut groups = Self {
            places: ids.filter_map(|(t, at)| Some((t.id?, at))).collect(),
            sets: Sets::new(draft.territories.len() as u32),
        };
        for (from, to) in draft.links() {
            if let Some(from) = from.id {
                groups.join(from, to.to);
            }
        }
        groups
    }

    /// Merges the groups of two territories; returns whether they were different.
    pub fn join(&mut self, a: TerritoryId, b: TerritoryId) -> bool {
        let (Some(&a), Some(&b)) = (self.places.get(&a), self.places.get(&b)) else {
            return false;
        };
        let is_new = self.sets.find(a) != self.sets.find(b);
        self.sets.join(a, b);
        is_new
    }

    /// The number of groups.
    pub fn number(&self) -> usize {
        self.sets.count()
    }
}

#[cfg(test)]
mod tests;
