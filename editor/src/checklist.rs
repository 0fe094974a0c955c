//! How far an unfinished map has come.

use marchland_maps::Draft;

use crate::graph::Graph;
use crate::land::Land;
use crate::proposals::Proposal;

/// Progress of a map: done, of total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checklist {
    /// Territories with names.
    pub named: (usize, usize),
    /// Borders that are linked or closed.
    pub linked: (usize, usize),
    /// Connected components; one when done.
    pub pieces: usize,
    /// Territories in continents.
    pub grouped: (usize, usize),
}

impl Checklist {
    /// The progress of a draft; `None` once everything has a name, a continent and links.
    /// `proposals` are those of its mask. Reads all territories and borders.
    pub fn of(
        draft: &Draft,
        land: Option<&Land>,
        graph: &Graph,
        proposals: &[Proposal],
    ) -> Option<Self> {
        let territories = &draft.territories;
        let all = territories.len();
        let named = territories.iter().filter(|t| t.name.text.is_some()).count();
        let borders = land.map_or(0, |land| land.borders().count());
        let list = Self {
            named: (named, all),
            linked: (borders.saturating_sub(proposals.len()), borders),
            pieces: graph.pieces(),
            grouped: (all.saturating_sub(graph.homeless().len()), all),
        };
        (all == 0 || !list.is_done()).then_some(list)
    }

    fn is_done(self) -> bool {
        let counts = [self.named, self.linked, self.grouped];
        counts.into_iter().all(|(done, all)| done == all) && self.pieces < 2
    }
}
