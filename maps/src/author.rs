//! Common authoring operations as edits.
//!
//! An author links two territories, closes a border, renumbers, or removes a territory with
//! everything that refers to it. Each function here returns the [`Edit`] that does it in one step
//! for the given draft, which itself is not changed. If nothing needs to change, the edit is empty
//! ([`Edit::is_empty`]).

use std::collections::{BTreeSet, HashMap};

use crate::limits::MAX_NEIGHBOURS;
use crate::{
    By, ContinentField, ContinentId, ContinentKey, Draft, Edit, ListChange, Neighbour, Point,
    Territory, TerritoryField, TerritoryId, TerritoryKey, Way,
};

/// The edits that remove all items for which `unwanted` holds, last first.
fn without<T: Clone>(
    list: &[T],
    unwanted: impl Fn(&T) -> bool,
    edit: impl Fn(ListChange<T>) -> Edit,
) -> Vec<Edit> {
    let picked = list
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, item)| unwanted(item));
    picked
        .map(|(at, item)| {
            edit(ListChange::Remove {
                at,
                item: item.clone(),
            })
        })
        .collect()
}

/// Those of two territories that exist, each with the id of the other.
fn each_of(
    draft: &Draft,
    a: TerritoryId,
    b: TerritoryId,
) -> impl Iterator<Item = (&Territory, TerritoryId)> {
    draft.territories.iter().filter_map(move |t| match t.id? {
        id if id == a => Some((t, b)),
        id if id == b => Some((t, a)),
        _ => None,
    })
}

/// The edits that remove a territory's declarations about another one.
fn unlinked(of: &Territory, other: TerritoryId) -> Vec<Edit> {
    let edit = |change| Edit::Neighbours(of.key, change);
    without(&of.neighbours, |n| n.to == other, edit)
}

fn opened(of: &Territory, other: TerritoryId) -> Vec<Edit> {
    let edit = |change| Edit::Closed(of.key, change);
    without(&of.closed, |&shut| shut == other, edit)
}

fn declarations_between(draft: &Draft, a: TerritoryId, b: TerritoryId) -> Vec<Edit> {
    let both = each_of(draft, a, b);
    both.flat_map(|(t, other)| unlinked(t, other)).collect()
}

fn closures_between(draft: &Draft, a: TerritoryId, b: TerritoryId) -> Vec<Edit> {
    let both = each_of(draft, a, b);
    both.flat_map(|(t, other)| opened(t, other)).collect()
}

/// Links `from` to `to`, replacing everything declared between the two: other links in either
/// direction, and a closed border.
///
/// The link is declared by `from`. The edit is empty if the two are the same, or if `from` does not
/// exist.
pub fn link(draft: &Draft, from: TerritoryId, to: TerritoryId, by: By, way: Way) -> Edit {
    let Some(territory) = draft.territory_by_id(from).filter(|_| from != to) else {
        return Edit::Batch(Vec::new());
    };
    let neighbour = Neighbour { to, by, way };
    let mut edits = declarations_between(draft, from, to);
    if edits.len() == 1 && territory.neighbours.contains(&neighbour) {
        edits.clear();
    } else {
        let kept = territory.neighbours.iter().filter(|n| n.to != to).count();
        let change = ListChange::Insert {
            at: kept,
            item: neighbour,
        };
        edits.push(Edit::Neighbours(territory.key, change));
    }
    edits.extend(closures_between(draft, from, to));
    Edit::batch(edits)
}

/// The edit that links pairs that are neither linked nor closed, both ways; every pair occurs once.
/// The first of a pair declares the link, or, if it has all the neighbours that it may declare, the
/// second; if both have, the pair is left out, as it is if one of them is missing.
pub fn link_all(
    draft: &Draft,
    pairs: impl IntoIterator<Item = (TerritoryId, TerritoryId, By)>,
) -> Edit {
    let places = draft.places_by_id();
    let lengths = draft.territories.iter().map(|t| t.neighbours.len());
    let mut lengths: Vec<usize> = lengths.collect();
    let edits = pairs.into_iter().filter_map(|(a, b, by)| {
        let [first, second] = [*places.get(&a)?, *places.get(&b)?];
        let (place, to) = [(first, b), (second, a)]
            .into_iter()
            .find(|&(place, _)| lengths[place] < MAX_NEIGHBOURS)?;
        let item = Neighbour {
            to,
            by,
            way: Way::Both,
        };
        let at = lengths[place];
        lengths[place] += 1;
        let insert = ListChange::Insert { at, item };
        Some(Edit::Neighbours(draft.territories[place].key, insert))
    });
    Edit::batch(edits)
}

/// Removes every link declared between the two, in both directions.
pub fn unlink(draft: &Draft, a: TerritoryId, b: TerritoryId) -> Edit {
    Edit::batch(declarations_between(draft, a, b))
}

/// Closes the border between two territories that touch: no link, and no reminder that one might be
/// missing. Declared by `a`.
pub fn close_border(draft: &Draft, a: TerritoryId, b: TerritoryId) -> Edit {
    let Some(territory) = draft.territory_by_id(a).filter(|_| a != b) else {
        return Edit::Batch(Vec::new());
    };
    let mut edits = declarations_between(draft, a, b);
    if !draft.is_closed(a, b) {
        let change = ListChange::Insert {
            at: territory.closed.len(),
            item: b,
        };
        edits.push(Edit::Closed(territory.key, change));
    }
    Edit::batch(edits)
}

/// Reopens a closed border, without linking the two.
pub fn open_border(draft: &Draft, a: TerritoryId, b: TerritoryId) -> Edit {
    Edit::batch(closures_between(draft, a, b))
}

/// Adds `territory` at the end of the list.
pub fn add_territory(draft: &Draft, territory: Territory) -> Edit {
    Edit::AddTerritory {
        at: draft.territories.len(),
        territory: Box::new(territory),
    }
}

/// Removes a territory, with every neighbour and closed border that refers to it, unless another
/// territory has the same id.
pub fn remove_territory(draft: &Draft, key: TerritoryKey) -> Edit {
    let Some(gone) = draft.territory(key) else {
        return Edit::Batch(Vec::new());
    };
    let shared = draft.territories.iter().filter(|t| t.id == gone.id).count() > 1;
    let mut edits = Vec::new();
    if let Some(id) = gone.id.filter(|_| !shared) {
        for other in draft.territories.iter().filter(|t| t.key != key) {
            edits.extend(unlinked(other, id));
            edits.extend(opened(other, id));
        }
    }
    edits.push(Edit::RemoveTerritory(key));
    Edit::batch(edits)
}

/// Changes ids of territories, the first of each pair to the second, and everything that refers to
/// them. If another territory has the new id, the two swap ids.
pub fn renumber(
    draft: &Draft,
    changes: impl IntoIterator<Item = (TerritoryId, TerritoryId)>,
) -> Edit {
    renumbered(
        draft,
        &swapped(changes.into_iter().map(|(old, new)| (old.0, new.0))),
    )
}

/// [`renumber`] for continents.
pub fn renumber_continents(
    draft: &Draft,
    changes: impl IntoIterator<Item = (ContinentId, ContinentId)>,
) -> Edit {
    continents_renumbered(
        draft,
        &swapped(changes.into_iter().map(|(old, new)| (old.0, new.0))),
    )
}

/// The new ids of all that change if the first of each pair becomes the second, one pair after the
/// other, and whatever has the second by then takes the id that becomes free.
fn swapped(changes: impl Iterator<Item = (u16, u16)>) -> HashMap<u16, u16> {
    let mut new: HashMap<u16, u16> = HashMap::new();
    let mut old: HashMap<u16, u16> = HashMap::new();
    for (a, wanted) in changes {
        let free = new.get(&a).copied().unwrap_or(a);
        let b = old.get(&wanted).copied().unwrap_or(wanted);
        new.extend([(a, wanted), (b, free)]);
        old.extend([(wanted, a), (free, b)]);
    }
    new.retain(|old, new| old != new);
    new
}

/// [`close_gaps`] of `after`, provided that `before` had no gaps: a playable map stays playable.
pub fn kept_dense(before: &Draft, after: &Draft) -> Edit {
    let ids = before.territories.iter().filter_map(|t| t.id);
    if into_gaps(ids.map(|id| id.0)).is_empty() {
        close_gaps(after)
    } else {
        Edit::Batch(Vec::new())
    }
}

/// Gives the highest ids to the gaps below them, so that ids run from 0 without gaps, and updates
/// everything that refers to them.
pub fn close_gaps(draft: &Draft) -> Edit {
    let ids = draft.territories.iter().filter_map(|t| t.id);
    renumbered(draft, &into_gaps(ids.map(|id| id.0)))
}

/// [`close_gaps`] for continents.
pub fn close_continent_gaps(draft: &Draft) -> Edit {
    let ids = draft.continents.iter().filter_map(|c| c.id);
    continents_renumbered(draft, &into_gaps(ids.map(|id| id.0)))
}

/// Which ids to swap so that they run from 0 without gaps: the highest with the smallest missing
/// one, and so on.
fn into_gaps(ids: impl Iterator<Item = u16>) -> HashMap<u16, u16> {
    let ids: BTreeSet<u16> = ids.collect();
    let count = ids.len() as u16;
    let missing = (0..count).filter(|id| !ids.contains(id));
    let beyond = ids.range(count..).rev().copied();
    missing
        .zip(beyond)
        .flat_map(|(to, from)| [(from, to), (to, from)])
        .collect()
}

/// Changes the ids of territories, and all references, where there is a new one.
fn renumbered(draft: &Draft, new: &HashMap<u16, u16>) -> Edit {
    let new = |id: TerritoryId| new.get(&id.0).copied().map(TerritoryId);
    let mut edits = Vec::new();
    for t in &draft.territories {
        if let Some(id) = t.id.and_then(new) {
            edits.push(Edit::Territory(t.key, TerritoryField::Id(Some(id))));
        }
        for (at, &n) in t.neighbours.iter().enumerate() {
            if let Some(to) = new(n.to) {
                let change = ListChange::Replace {
                    at,
                    old: n,
                    new: Neighbour { to, ..n },
                };
                edits.push(Edit::Neighbours(t.key, change));
            }
        }
        for (at, &id) in t.closed.iter().enumerate() {
            if let Some(to) = new(id) {
                edits.push(Edit::Closed(
                    t.key,
                    ListChange::Replace {
                        at,
                        old: id,
                        new: to,
                    },
                ));
            }
        }
    }
    Edit::batch(edits)
}

/// [`renumbered`] for continents and their members.
fn continents_renumbered(draft: &Draft, new: &HashMap<u16, u16>) -> Edit {
    let new = |id: ContinentId| new.get(&id.0).copied().map(ContinentId);
    let own = draft.continents.iter().filter_map(|c| {
        let id = new(c.id?)?;
        Some(Edit::Continent(c.key, ContinentField::Id(Some(id))))
    });
    let members = draft.territories.iter().filter_map(|t| {
        let id = new(t.continent?)?;
        Some(Edit::Territory(t.key, TerritoryField::Continent(Some(id))))
    });
    Edit::batch(own.chain(members))
}

/// Puts territories into a continent, or into none.
pub fn move_to_continent(
    draft: &Draft,
    keys: impl IntoIterator<Item = TerritoryKey>,
    continent: Option<ContinentId>,
) -> Edit {
    let moved = keys.into_iter().filter(|&key| {
        draft
            .territory(key)
            .is_some_and(|territory| territory.continent != continent)
    });
    Edit::batch(moved.map(|key| Edit::Territory(key, TerritoryField::Continent(continent))))
}

/// Removes a continent; its members then belong to none.
pub fn remove_continent(draft: &Draft, key: ContinentKey) -> Edit {
    let Some(gone) = draft.continent(key) else {
        return Edit::Batch(Vec::new());
    };
    let shared = draft.continents.iter().filter(|c| c.id == gone.id).count() > 1;
    let mut edits = Vec::new();
    if let Some(id) = gone.id.filter(|_| !shared) {
        let members = draft.territories.iter().filter(|t| t.continent == Some(id));
        edits.extend(members.map(|t| Edit::Territory(t.key, TerritoryField::Continent(None))));
    }
    edits.push(Edit::RemoveContinent(key));
    Edit::batch(edits)
}

/// Moves the pivot at index `at` of a territory.
pub fn move_pivot(draft: &Draft, key: TerritoryKey, at: usize, to: Point) -> Edit {
    match draft.territory(key).and_then(|t| t.pivots.get(at)) {
        Some(&old) if old != to => Edit::Pivots(key, ListChange::Replace { at, old, new: to }),
        _ => Edit::Batch(Vec::new()),
    }
}

/// Adds a pivot after the others.
pub fn add_pivot(draft: &Draft, key: TerritoryKey, point: Point) -> Edit {
    match draft.territory(key) {
        Some(t) if !t.pivots.contains(&point) => Edit::Pivots(
            key,
            ListChange::Insert {
                at: t.pivots.len(),
                item: point,
            },
        ),
        _ => Edit::Batch(Vec::new()),
    }
}

/// Removes the pivot at index `at`.
pub fn remove_pivot(draft: &Draft, key: TerritoryKey, at: usize) -> Edit {
    match draft.territory(key).and_then(|t| t.pivots.get(at)) {
        Some(&item) => Edit::Pivots(key, ListChange::Remove { at, item }),
        None => Edit::Batch(Vec::new()),
    }
}
