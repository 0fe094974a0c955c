//! Neighbours that the mask suggests and nobody has decided on yet.

use std::collections::{HashMap, HashSet};

use marchland_maps::propose::Seen;
use marchland_maps::{By, Draft, Edit, TerritoryId, TerritoryKey, Way, author};

use crate::files::Watch;
use crate::land::{Land, Waters};

/// Two territories that are neither linked nor shut off from each other, but
/// might be neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposal {
    /// The one with the lower key.
    pub a: TerritoryKey,
    /// The other.
    pub b: TerritoryKey,
    /// By land if they touch, by sea if they lie across water.
    pub by: By,
    /// Length of their border, or width of the water between, in pixels.
    pub length: u32,
}

/// Territories that touch, the longest borders first: those one is surest of.
pub fn by_land(draft: &Draft, land: &Land) -> Vec<Proposal> {
    let decided: HashSet<_> = decided(draft).collect();
    let mut list: Vec<_> = land
        .borders()
        .map(|(a, b, length)| Proposal {
            a: a.min(b),
            b: a.max(b),
            by: By::Land,
            length,
        })
        .filter(|p| !decided.contains(&(p.a, p.b)))
        .collect();
    list.sort_by_key(|p| (std::cmp::Reverse(p.length), p.a, p.b));
    list
}

/// Territories across water from each other, the nearest first, at most `most`;
/// none if `watch` broke off.
pub fn by_sea(waters: &Waters, most: usize, watch: Watch<'_>) -> Vec<Proposal> {
    let key = |id| waters.draft.territory_by_id(id).map(|t| t.key);
    let links = waters.links(watch).unwrap_or_default().into_iter();
    let proposals = links.filter_map(|link| {
        let (a, b) = (key(link.from)?, key(link.to)?);
        let Seen::Across(water) = link.seen else {
            return None;
        };
        Some(Proposal {
            a: a.min(b),
            b: a.max(b),
            by: By::Sea,
            length: water.distance.round() as u32,
        })
    });
    proposals.take(most).collect()
}

/// Those of a list that are still to be decided on.
pub fn undecided(draft: &Draft, list: &[Proposal]) -> Vec<Proposal> {
    let decided: HashSet<_> = decided(draft).collect();
    let there: HashSet<_> = draft.territories.iter().map(|t| t.key).collect();
    let open = |p: &&Proposal| {
        !decided.contains(&(p.a, p.b)) && there.contains(&p.a) && there.contains(&p.b)
    };
    list.iter().filter(open).copied().collect()
}

/// Pairs that are linked or shut, lower key first.
fn decided(draft: &Draft) -> impl Iterator<Item = (TerritoryKey, TerritoryKey)> {
    let by_id: HashMap<_, _> = draft
        .territories
        .iter()
        .filter_map(|t| Some((t.id?, t.key)))
        .collect();
    draft.territories.iter().flat_map(move |t| {
        let linked = t.neighbours.iter().map(|n| n.to);
        let others = linked.chain(t.closed.iter().copied());
        let others: Vec<_> = others.filter_map(|id| by_id.get(&id).copied()).collect();
        others
            .into_iter()
            .map(|other| (t.key.min(other), t.key.max(other)))
    })
}

/// The edit that links the two.
pub fn accept(draft: &Draft, proposal: &Proposal) -> Edit {
    between(draft, proposal, |a, b| {
        author::link(draft, a, b, proposal.by, Way::Both)
    })
}

/// The edit that records the border as shut.
pub fn reject(draft: &Draft, proposal: &Proposal) -> Edit {
    between(draft, proposal, |a, b| author::close_border(draft, a, b))
}

/// The edit that links all of them, in one step.
pub fn accept_all(draft: &Draft, proposals: &[Proposal]) -> Edit {
    // Each edit names the place in the list where it inserts, so each must see
    // what those before it did.
    let mut draft = draft.clone();
    let mut edits = Vec::with_capacity(proposals.len());
    for proposal in proposals {
        let edit = accept(&draft, proposal);
        if draft.apply(edit.clone()).is_ok() {
            edits.push(edit);
        }
    }
    Edit::batch(edits)
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
    fn what_is_linked_or_shut_is_not_proposed() {
        let mut draft = sketch::row(4);
        for territory in &mut draft.territories {
            territory.neighbours.clear();
        }
        let mut land = Land::new(Arc::new(sketch::mask(4)));
        land.follow(&draft);
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
