//! Who is linked with whom and who belongs where, looked up once for each state
//! of a draft.
//!
//! A draft lists links where they are declared, so to ask it for the neighbours of
//! a territory is to read all of it. Views ask that for every territory in every
//! frame; here the answer is a slice.

use std::collections::HashMap;

use marchland_maps::{By, ContinentId, Draft, TerritoryId, Way};

/// What a territory has to do with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bond {
    /// Linked by its own word.
    Declared(By, Way),
    /// Linked by the other's word.
    Received(By, Way),
    /// Shut off, whoever says so.
    Shut,
}

/// The links and continents of a draft. Territories are spoken of by their place
/// in its list.
#[derive(Debug, Default)]
pub struct Graph {
    by_id: HashMap<TerritoryId, usize>,
    /// From whom, to whom, and what: sorted.
    bonds: Vec<(usize, usize, Bond)>,
    members: HashMap<ContinentId, Vec<usize>>,
    homeless: Vec<usize>,
    /// How many pieces links leave the map in.
    pieces: usize,
}

impl Graph {
    /// Reads a draft. Takes the time to sort its links.
    pub fn new(draft: &Draft) -> Self {
        let mut graph = Self::default();
        for (at, territory) in draft.territories.iter().enumerate() {
            if let Some(id) = territory.id {
                graph.by_id.entry(id).or_insert(at);
            }
        }
        let continents = draft.continents.iter().filter_map(|c| c.id);
        graph.members = continents.map(|id| (id, Vec::new())).collect();
        for (at, territory) in draft.territories.iter().enumerate() {
            let members = territory
                .continent
                .and_then(|id| graph.members.get_mut(&id));
            members.unwrap_or(&mut graph.homeless).push(at);
            for link in &territory.neighbours {
                if let Some(&to) = graph.by_id.get(&link.to) {
                    graph
                        .bonds
                        .push((at, to, Bond::Declared(link.by, link.way)));
                    graph
                        .bonds
                        .push((to, at, Bond::Received(link.by, link.way)));
                }
            }
            for to in territory.closed.iter().filter_map(|id| graph.by_id.get(id)) {
                graph
                    .bonds
                    .extend([(at, *to, Bond::Shut), (*to, at, Bond::Shut)]);
            }
        }
        graph.bonds.sort_unstable();
        // What one says oneself counts for more than what the other says, too.
        graph.bonds.dedup_by(|next, kept| {
            (next.0, next.1) == (kept.0, kept.1)
                && match (kept.2, next.2) {
                    (Bond::Declared(..), Bond::Received(..)) => true,
                    (kept, next) => kept == next,
                }
        });
        graph.pieces = graph.count_pieces(draft.territories.len());
        graph
    }

    fn count_pieces(&self, count: usize) -> usize {
        let mut seen = vec![false; count];
        let mut pieces = 0;
        for first in 0..count {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            pieces += 1;
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                let linked = self.bonds(at).filter(|(_, bond)| *bond != Bond::Shut);
                open.extend(
                    linked
                        .map(|(to, _)| to)
                        .filter(|&to| !std::mem::replace(&mut seen[to], true)),
                );
            }
        }
        pieces
    }

    /// The place of the first territory with an id.
    pub fn place(&self, id: TerritoryId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    /// All that the territory at a place has to do with others, by their places.
    pub fn bonds(&self, of: usize) -> impl Iterator<Item = (usize, Bond)> + '_ {
        let first = self.bonds.partition_point(|(from, ..)| *from < of);
        let own = self.bonds[first..]
            .iter()
            .take_while(move |(from, ..)| *from == of);
        own.map(|&(_, to, bond)| (to, bond))
    }

    /// Those that one can go to from the territory at a place.
    pub fn within_reach(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        let open = |bond| matches!(bond, Bond::Declared(..) | Bond::Received(_, Way::Both));
        self.bonds(from)
            .filter_map(move |(to, bond)| open(bond).then_some(to))
    }

    /// Whether two territories are linked, in whichever direction.
    pub fn are_linked(&self, a: usize, b: usize) -> bool {
        self.bonds(a)
            .any(|(to, bond)| to == b && bond != Bond::Shut)
    }

    /// Whether anything is said about two territories: a link, or that there is to
    /// be none.
    pub fn is_decided(&self, a: usize, b: usize) -> bool {
        let first = self
            .bonds
            .partition_point(|(from, to, _)| (*from, *to) < (a, b));
        self.bonds
            .get(first)
            .is_some_and(|(from, to, _)| (*from, *to) == (a, b))
    }

    /// The territories of a continent.
    pub fn members(&self, of: ContinentId) -> &[usize] {
        self.members.get(&of).map_or(&[], Vec::as_slice)
    }

    /// How many pieces the map is in that no link joins, in whichever direction.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The territories of no continent, or of one that is not there.
    pub fn homeless(&self) -> &[usize] {
        &self.homeless
    }
}

#[cfg(test)]
mod tests;
