//! Neighbours suggested by the mask and not decided yet.

use marchland_maps::propose::NewLink;
use marchland_maps::{By, Draft, Edit, TerritoryId, TerritoryKey, Way, author};

use crate::graph::Graph;
use crate::jobs::Watch;
use crate::land::{Land, Waters};

/// Two territories that may be neighbours and are neither linked nor have a closed border.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposal {
    /// The one with the lower key.
    pub a: TerritoryKey,
    /// The other one.
    pub b: TerritoryKey,
    /// By land if they touch, by sea across water.
    pub by: By,
    /// Length of the border, or width of the water, in pixels.
    pub length: u32,
}

/// Undecided pairs that touch, longest borders first.
pub fn by_land(graph: &Graph, land: &Land) -> Vec<Proposal> {
    let open = land.borders().filter(|(a, b, _)| !graph.is_decided(*a, *b));
    let mut list: Vec<_> = open
        .filter_map(|(a, b, length)| {
            let (a, b) = (land.key_at(a)?, land.key_at(b)?);
            Some(Proposal {
                a: a.min(b),
                b: a.max(b),
                by: By::Land,
                length,
            })
        })
        .collect();
    list.sort_by_key(|p| (std::cmp::Reverse(p.length), p.a, p.b));
    list
}

/// Undecided pairs across water.
#[derive(Debug, Clone, Default)]
pub struct Across {
    /// Nearest first.
    pub nearest: Vec<Proposal>,
    /// Those that an author would link, as `marchland-maps new --sea auto` does.
    pub likely: Vec<Proposal>,
}

impl Across {
    /// Those that are still undecided.
    #[must_use]
    pub fn undecided(&self, draft: &Draft, graph: &Graph) -> Self {
        Self {
            nearest: undecided(draft, graph, &self.nearest),
            likely: undecided(draft, graph, &self.likely),
        }
    }
}

/// Pairs across water, at most `most` of the nearest; none if `watch` cancelled.
pub fn by_sea(waters: &Waters, most: usize, watch: Watch<'_>) -> Across {
    let key = |id| waters.draft.territory_by_id(id).map(|t| t.key);
    let proposal = |link: NewLink| {
        let (a, b) = (key(link.from)?, key(link.to)?);
        Some(Proposal {
            a: a.min(b),
            b: a.max(b),
            by: By::Sea,
            length: link.across.distance.round() as u32,
        })
    };
    let [nearest, likely] = waters.links(watch).unwrap_or_default();
    Across {
        nearest: nearest
            .into_iter()
            .filter_map(proposal)
            .take(most)
            .collect(),
        likely: likely.into_iter().filter_map(proposal).collect(),
    }
}

fn undecided(draft: &Draft, graph: &Graph, list: &[Proposal]) -> Vec<Proposal> {
    let open = |p: &&Proposal| {
        let places = draft.place_of(p.a).zip(draft.place_of(p.b));
        places.is_some_and(|(a, b)| !graph.is_decided(a, b))
    };
    list.iter().filter(open).copied().collect()
}

/// The edit that links the pair.
pub fn accept(draft: &Draft, proposal: &Proposal) -> Edit {
    between(draft, proposal, |a, b| {
        author::link(draft, a, b, proposal.by, Way::Both)
    })
}

/// The edit that closes the border.
pub fn reject(draft: &Draft, proposal: &Proposal) -> Edit {
    between(draft, proposal, |a, b| author::close_border(draft, a, b))
}

/// The edit that links all pairs in one step. The pairs are undecided, so links are only added.
pub fn accept_all(draft: &Draft, proposals: &[Proposal]) -> Edit {
    let id = |key| draft.territory(key).and_then(|t| t.id);
    let pairs = proposals.iter().filter_map(|proposal| {
        let (a, b) = (id(proposal.a)?, id(proposal.b)?);
        Some((a.min(b), a.max(b), proposal.by))
    });
    author::link_all(draft, pairs)
}

fn between(
    draft: &Draft,
    proposal: &Proposal,
    edit: impl Fn(TerritoryId, TerritoryId) -> Edit,
) -> Edit {
    let id = |key| draft.territory(key).and_then(|t| t.id);
    match (id(proposal.a), id(proposal.b)) {
        (Some(a), Some(b)) => edit(a.min(b), a.max(b)),
        _ => Edit::Batch(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch;
    use std::sync::Arc;

    #[test]
    fn linked_or_closed_pairs_are_not_proposed() {
        let mut draft = sketch::row(4);
        for territory in &mut draft.territories {
            territory.neighbours.clear();
        }
        let mut land = Land::new(Arc::new(sketch::mask(4)));
        land.follow(&draft);
        let by_land = |draft: &Draft, land: &Land| by_land(&Graph::new(draft), land);
        let all = by_land(&draft, &land);
        assert_eq!(all.len(), 3);
        draft.apply(reject(&draft, &all[0])).unwrap();
        draft.apply(accept(&draft, &all[1])).unwrap();
        assert_eq!(by_land(&draft, &land), all[2..]);
        let back = draft.clone();
        let edit = accept_all(&draft, &by_land(&draft, &land));
        let undo = draft.apply(edit).unwrap();
        assert!(by_land(&draft, &land).is_empty());
        draft.apply(undo).unwrap();
        assert_eq!(draft, back);
    }
}
