//! Links and continent members of a draft, indexed once per state.
//!
//! A draft stores links where they are declared, so finding a territory's neighbours means
//! reading all of it. Views ask in every frame; here the answer is a slice.

use std::collections::HashMap;

use marchland_maps::propose::Groups;
use marchland_maps::{By, ContinentId, Draft, TerritoryId, Way};

/// The relation of one territory to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bond {
    /// Linked, declared by itself.
    Declared(By, Way),
    /// Linked, declared by the other.
    Received(By, Way),
    /// A closed border, declared by either.
    Shut,
}

/// The links and continents of a draft. Territories are given by their index in it.
#[derive(Debug, Default)]
pub struct Graph {
    by_id: HashMap<TerritoryId, usize>,
    /// From, to and relation, sorted.
    bonds: Vec<(usize, usize, Bond)>,
    members: HashMap<ContinentId, Vec<usize>>,
    homeless: Vec<usize>,
    /// Declared links.
    links: usize,
    /// Connected components of the links.
    pieces: usize,
}

impl Graph {
    /// Indexes a draft; costs a sort of its links.
    pub fn new(draft: &Draft) -> Self {
        let mut graph = Self {
            by_id: draft.places_by_id(),
            ..Self::default()
        };
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
        // A territory's own declaration takes precedence.
        graph.bonds.dedup_by(|next, kept| {
            (next.0, next.1) == (kept.0, kept.1)
                && match (kept.2, next.2) {
                    (Bond::Declared(..), Bond::Received(..)) => true,
                    (kept, next) => kept == next,
                }
        });
        graph.links = draft.links().count();
        graph.pieces = Groups::of(draft).number();
        graph
    }

    /// The index of the first territory with an id.
    pub fn place(&self, id: TerritoryId) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    /// All relations of a territory, by index.
    pub fn bonds(&self, of: usize) -> impl Iterator<Item = (usize, Bond)> + '_ {
        let first = self.bonds.partition_point(|(from, ..)| *from < of);
        let own = self.bonds[first..]
            .iter()
            .take_while(move |(from, ..)| *from == of);
        own.map(|&(_, to, bond)| (to, bond))
    }

    /// Territories reachable in one step.
    pub fn within_reach(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        let open = |bond| matches!(bond, Bond::Declared(..) | Bond::Received(_, Way::Both));
        self.bonds(from)
            .filter_map(move |(to, bond)| open(bond).then_some(to))
    }

    /// Whether two territories are linked in either direction.
    pub fn are_linked(&self, a: usize, b: usize) -> bool {
        self.bonds(a)
            .any(|(to, bond)| to == b && bond != Bond::Shut)
    }

    /// Whether two territories are linked or their border is closed.
    pub fn is_decided(&self, a: usize, b: usize) -> bool {
        let first = self
            .bonds
            .partition_point(|(from, to, _)| (*from, *to) < (a, b));
        self.bonds
            .get(first)
            .is_some_and(|(from, to, _)| (*from, *to) == (a, b))
    }

    pub fn members(&self, of: ContinentId) -> &[usize] {
        self.members.get(&of).map_or(&[], Vec::as_slice)
    }

    /// The number of declared links.
    pub fn links(&self) -> usize {
        self.links
    }

    /// Connected components of the map, ignoring directions.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// Territories without an existing continent.
    pub fn homeless(&self) -> &[usize] {
        &self.homeless
    }
}

#[cfg(test)]
mod tests;
