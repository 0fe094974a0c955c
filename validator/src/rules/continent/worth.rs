//! What a continent should yield, judged by its shape.

use std::collections::HashSet;

use crate::subject::Subject;

/// The shape of a continent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Worth {
    /// Its territories.
    pub(crate) territories: usize,
    /// Those of them that have a link out of it.
    pub(crate) borders: usize,
    /// Foreign territories that have a link into it.
    pub(crate) entries: usize,
}

impl Worth {
    pub(crate) fn of(subject: &Subject<'_>, continent: usize) -> Self {
        let members = &subject.members[continent];
        let outside = |at: &&usize| subject.continent_of(**at) != Some(continent);
        let mut entries = HashSet::new();
        let mut borders = 0;
        for &at in members {
            let before = entries.len();
            let foreign: Vec<usize> = subject
                .graph
                .around(at)
                .iter()
                .filter(outside)
                .copied()
                .collect();
            borders += usize::from(!foreign.is_empty());
            entries.extend(foreign);
            debug_assert!(entries.len() >= before);
        }
        Self {
            territories: members.len(),
            borders,
            entries: entries.len(),
        }
    }

    /// (territories + 2 × borders) / 3, rounded down: five of the six bonuses
    /// of the classic board.
    pub(crate) fn expected(&self) -> u16 {
        ((self.territories + 2 * self.borders) / 3).min(1_000) as u16
    }
}
