//! Suggests bonuses for continents.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use crate::limits::MAX_BONUS;
use crate::{ContinentId, Draft, Way};

/// The size of a continent, as far as its bonus depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// How many territories it has.
    pub territories: usize,
    /// How many of them can be entered from outside: what its owner has to defend.
    pub borders: usize,
}

impl Extent {
    /// Counts a continent's territories and those that can be entered from outside.
    /// Time linear in the links of the draft.
    pub fn of(draft: &Draft, continent: ContinentId) -> Self {
        let homes: HashMap<_, _> = draft
            .territories
            .iter()
            .filter_map(|t| Some((t.id?, t.continent)))
            .collect();
        let is_in = |id| homes.get(&id).copied().flatten() == Some(continent);
        let mut borders = HashSet::new();
        for (from, link) in draft.links() {
            let Some(from) = from.id else { continue };
            if is_in(link.to) && !is_in(from) {
                borders.insert(link.to);
            }
            let leads_back = link.way == Way::Both && homes.contains_key(&link.to);
            if is_in(from) && !is_in(link.to) && leads_back {
                borders.insert(from);
            }
        }
        let members = draft.territories.iter();
        Self {
            territories: members.filter(|t| t.continent == Some(continent)).count(),
            borders: borders.len(),
        }
    }

    /// (territories + 2 × borders) / 3, rounded down, but at least 1.
    ///
    /// Reproduces five of the six bonuses of the classic board: Africa has 3 there, not 4.
    pub fn suitable(self) -> u16 {
        ((self.territories + 2 * self.borders) / 3).clamp(1, usize::from(MAX_BONUS)) as u16
    }

    /// Bonuses that do not surprise players: the suitable one plus or minus half of it, rounded up.
    pub fn fitting(self) -> RangeInclusive<u16> {
        let middle = self.suitable();
        let slack = middle.div_ceil(2);
        middle - slack..=(middle + slack).min(MAX_BONUS)
    }
}

#[cfg(test)]
mod tests;
