//! What bonus players would expect of a continent.

use std::collections::{HashMap, HashSet};

use marchland_maps::{ContinentId, Draft, Way};

/// The size of a continent as the bonus sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Its territories.
    pub members: usize,
    /// Those that can be reached from outside: what its owner has to hold.
    pub gates: usize,
}

/// Counts a continent's territories and those that can be attacked from outside.
pub fn extent(draft: &Draft, continent: ContinentId) -> Extent {
    let of: HashMap<_, _> = draft
        .territories
        .iter()
        .filter_map(|t| Some((t.id?, t.continent)))
        .collect();
    let is_in = |id| of.get(&id).copied().flatten() == Some(continent);
    let mut gates = HashSet::new();
    for (from, link) in draft.links() {
        let Some(from) = from.id else { continue };
        if is_in(link.to) && !is_in(from) {
            gates.insert(link.to);
        }
        if is_in(from) && !is_in(link.to) && link.way == Way::Both && of.contains_key(&link.to) {
            gates.insert(from);
        }
    }
    let members = draft
        .territories
        .iter()
        .filter(|t| t.continent == Some(continent));
    Extent {
        members: members.count(),
        gates: gates.len(),
    }
}

/// The bonus that classic boards give a continent of that size, as a range.
///
/// A least-squares fit to the classic board's six continents: 0.35 for each
/// territory and 0.5 for each gate, which hits every one of them to within
/// one unit.
pub fn expected(extent: Extent) -> (u16, u16) {
    let middle = (0.35 * extent.members as f64 + 0.5 * extent.gates as f64).max(1.0);
    (
        (middle - 0.75).round().max(1.0) as u16,
        (middle + 0.75).round() as u16,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch;

    #[test]
    fn the_classic_board_is_expected() {
        // Members, gates and bonus of the classic continents.
        for (members, gates, bonus) in [
            (9, 3, 5),
            (4, 2, 2),
            (7, 4, 5),
            (6, 3, 3),
            (12, 5, 7),
            (4, 1, 2),
        ] {
            let (low, high) = expected(Extent { members, gates });
            assert!(
                (low..=high).contains(&bonus),
                "{members} {gates}: {low}..{high}"
            );
            assert!(high - low <= 2);
        }
    }

    #[test]
    fn gates_are_counted_once() {
        let draft = sketch::row(6);
        let found = extent(&draft, ContinentId(0));
        assert_eq!(
            found,
            Extent {
                members: 3,
                gates: 1
            }
        );
    }
}
