//! Updates names, links and pivots.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::Seen;
use super::places::{followed_pivots, is_beside, place_pivots};
use crate::limits::{MAX_NAME_CHARS, MAX_NEIGHBOURS};
use crate::mask::{Bounds, Regions, Rgba, SeaLink};
use crate::propose::{CORNER, Survey};
use crate::{
    By, Card, Draft, Edit, ListChange, Names, Neighbour, Point, Rgb, Territory, TerritoryField,
    TerritoryId, TerritoryKey, Way, author,
};

/// The edit for a territory that has fallen into parts of these colours, its own first, the keys
/// of the parts, and the survey of the new mask.
pub(super) fn parted(
    old: &Draft,
    seen: Seen<'_>,
    (regions, within): (&Regions, Bounds),
    at: usize,
    colours: &[Rgb],
) -> ((Edit, Vec<TerritoryKey>), Survey) {
    let whole = old.territories[at].clone();
    let mut ids = old.free_territory_ids();
    let mut names = free_names(old, &whole.name);
    let mut new = old.clone();
    let mut places = vec![at];
    for &colour in &colours[1..] {
        let mut part = new.fresh_territory();
        part.id = ids.next();
        part.colour = Some(colour);
        part.continent = whole.continent;
        part.name.text = names.next();
        part.card = whole.card.map(|_| rarest_card(&new));
        places.push(new.territories.len());
        new.territories.push(part);
    }
    let survey = seen.after(old, (regions, &new), within);
    let known = followed_pivots(&whole.pivots, seen.regions, (regions, &survey), |at| at);
    let beside = is_beside(&whole, seen.regions);
    for &place in &places {
        let part = &mut new.territories[place];
        place_pivots(part, (regions, &survey), place, &known, beside);
    }
    link_parts(&mut new, regions, &survey, &whole, &places);
    let keys = places.iter().map(|&place| new.territories[place].key);
    let keys = keys.collect();
    ((difference(old, &new), keys), survey)
}

/// The edit for two merged territories, of which the second is removed, and the survey of the new
/// mask.
pub(super) fn merged(
    draft: &Draft,
    seen: Seen<'_>,
    (regions, within): (&Regions, Bounds),
    [kept, gone]: [usize; 2],
) -> (Edit, Survey) {
    let mut new = draft.clone();
    let loser = new.territories[gone].clone();
    let key = new.territories[kept].key;
    let ids = (new.territories[kept].id, loser.id);
    if let (Some(own), Some(other)) = ids {
        let keeper = &mut new.territories[kept];
        keeper.neighbours.extend(&loser.neighbours);
        keeper.closed.extend(&loser.closed);
        for territory in &mut new.territories {
            for neighbour in territory.neighbours.iter_mut().filter(|n| n.to == other) {
                neighbour.to = own;
            }
            for closed in territory.closed.iter_mut().filter(|id| **id == other) {
                *closed = own;
            }
        }
        unite(&mut new, own);
    }
    new.territories.remove(gone);
    let kept = new.place_of(key).unwrap_or_default();
    let survey = seen.after(draft, (regions, &new), within);
    let mut known = new.territories[kept].pivots.clone();
    known.extend(loser.pivots);
    let known = followed_pivots(&known, seen.regions, (regions, &survey), |at| at);
    let keeper = &mut new.territories[kept];
    let beside = is_beside(keeper, seen.regions);
    place_pivots(keeper, (regions, &survey), kept, &known, beside);
    // Two corner contacts together may make a border.
    let was = seen.survey(draft);
    let old_place = |place: usize| place + usize::from(place >= gone);
    let borders = survey
        .contacts()
        .filter(|&(a, b, _)| a == kept || b == kept);
    for (a, b, length) in borders {
        let other = old_place(if a == kept { b } else { a });
        let before = [old_place(kept), gone].map(|own| was.contact(own, other));
        meet(&mut new, (a, b), before[0].max(before[1]), length);
    }
    (difference(draft, &new), survey)
}

/// The edit for two territories that have exchanged their land.
pub(super) fn exchanged(draft: &Draft, a: usize, b: usize) -> Edit {
    let mut new = draft.clone();
    let of_land = |t: &Territory| {
        let lists = (t.neighbours.clone(), t.closed.clone());
        (t.pivots.clone(), t.badge, lists)
    };
    let [one, other] = [a, b].map(|at| of_land(&new.territories[at]));
    for (at, (pivots, badge, (neighbours, closed))) in [(a, other), (b, one)] {
        let territory = &mut new.territories[at];
        (territory.pivots, territory.badge) = (pivots, badge);
        (territory.neighbours, territory.closed) = (neighbours, closed);
    }
    if let (Some(one), Some(other)) = (draft.territories[a].id, draft.territories[b].id) {
        let turn = |id: &mut TerritoryId| {
            *id = match *id {
                id if id == one => other,
                id if id == other => one,
                id => id,
            };
        };
        for territory in &mut new.territories {
            for neighbour in &mut territory.neighbours {
                turn(&mut neighbour.to);
            }
            territory.closed.iter_mut().for_each(turn);
        }
    }
    difference(draft, &new)
}

/// The edit for a mask on which some colours were painted or painted over, the keys of the
/// territories whose land changed, new ones first, and the survey of the new mask. `new` is the
/// draft with the territories that were added, and `carried` maps a point of a territory to its new
/// position. If the land was `stretched`, border lengths change without affecting links.
pub(super) fn followed(
    old: &Draft,
    mut new: Draft,
    seen: Seen<'_>,
    (after, within): (&Regions, Bounds),
    changed: &BTreeSet<Rgba>,
    carried: &dyn Fn(TerritoryKey, Point) -> Point,
    stretched: bool,
) -> ((Edit, Vec<TerritoryKey>), Survey) {
    let was = seen.survey(old);
    let is = seen.after(old, (after, &new), within);
    let has_changed = |territory: &Territory| {
        let colour = territory.colour.map(Rgba::from);
        colour.is_some_and(|colour| changed.contains(&colour))
    };
    let places: Vec<usize> = (0..new.territories.len())
        .rev()
        .filter(|&place| {
            let territory = &new.territories[place];
            has_changed(territory) || same(old, territory.key, place).is_none()
        })
        .collect();
    for &place in &places {
        let territory = &mut new.territories[place];
        let carry = |at| carried(territory.key, at);
        let known = followed_pivots(&territory.pivots, seen.regions, (after, &is), carry);
        let beside = is_beside(territory, seen.regions);
        territory.badge = territory.badge.map(carry);
        place_pivots(territory, (after, &is), place, &known, beside);
    }
    let mut touched: Vec<TerritoryKey> = places.iter().map(|&at| new.territories[at].key).collect();
    for &place in &places {
        let key = new.territories[place].key;
        if old.territory(key).is_none() {
            let beside = is.contacts().filter(|&(a, b, _)| a == place || b == place);
            let longest = beside.max_by_key(|&(a, b, length)| (length, Reverse((a, b))));
            let other = longest.map(|(a, b, _)| if a == place { b } else { a });
            new.territories[place].continent =
                other.and_then(|other| new.territories[other].continent);
        }
    }
    // Indices into the new draft, which lists the old one's territories first.
    let met = if stretched {
        Vec::new()
    } else {
        moved_borders(&was, &is)
    };
    for (pair, [was, is]) in met {
        meet(&mut new, pair, was, is);
    }
    // Unnamed territories without land are removed.
    let is_gone = |&at: &usize| is.parts().of(at).is_empty() && new.territories[at].name.is_blank();
    let gone: HashSet<usize> = places.into_iter().filter(is_gone).collect();
    if gone.is_empty() {
        return ((difference(old, &new), touched), is);
    }
    let is = is.without(|at| gone.contains(&at));
    let removed = || gone.iter().map(|&at| &new.territories[at]);
    let keys: HashSet<TerritoryKey> = removed().map(|of| of.key).collect();
    let ids: HashSet<TerritoryId> = removed().filter_map(|of| of.id).collect();
    new.territories.retain(|of| !keys.contains(&of.key));
    touched.retain(|key| !keys.contains(key));
    for territory in &mut new.territories {
        territory.neighbours.retain(|n| !ids.contains(&n.to));
        territory.closed.retain(|id| !ids.contains(id));
    }
    ((difference(old, &new), touched), is)
}

/// Pairs of territories whose border length changed, with the old and new length. Includes pairs
/// that did not change themselves: land between them may have come or gone.
fn moved_borders(was: &Survey, is: &Survey) -> Vec<((usize, usize), [u32; 2])> {
    let mut before = was.contacts().peekable();
    let mut moved = Vec::new();
    for (a, b, is) in is.contacts() {
        while let Some((a, b, was)) = before.next_if(|&(c, d, _)| (c, d) < (a, b)) {
            moved.push(((a, b), [was, 0]));
        }
        let was = before.next_if(|&(c, d, _)| (c, d) == (a, b));
        let was = was.map_or(0, |(.., was)| was);
        if was != is {
            moved.push(((a, b), [was, is]));
        }
    }
    moved.extend(before.map(|(a, b, was)| ((a, b), [was, 0])));
    moved
}

/// Updates the link between two territories whose border had the length `was` and now has `is`.
fn meet(draft: &mut Draft, (a, b): (usize, usize), was: u32, is: u32) {
    let (Some(first), Some(second)) = (draft.territories[a].id, draft.territories[b].id) else {
        return;
    };
    if is == 0 && was > 0 {
        let part = |of: &mut Territory, other: TerritoryId| {
            of.neighbours.retain(|n| n.to != other || n.by != By::Land);
        };
        part(&mut draft.territories[a], second);
        part(&mut draft.territories[b], first);
    }
    let is_said = |of: &Territory, other: TerritoryId| {
        of.neighbours.iter().any(|n| n.to == other) || of.closed.contains(&other)
    };
    let is_settled =
        is_said(&draft.territories[a], second) || is_said(&draft.territories[b], first);
    if is > CORNER && was <= CORNER && !is_settled && first != second {
        let (from, to) = if first < second {
            (a, second)
        } else {
            (b, first)
        };
        let list = &mut draft.territories[from].neighbours;
        if list.len() < MAX_NEIGHBOURS {
            list.push(Neighbour::land(to));
        }
    }
}

/// Merges duplicate declarations between a territory and another into the most permissive one, and
/// removes links to itself and closed borders where there is a link.
fn unite(draft: &mut Draft, own: TerritoryId) {
    let Some(keeper) = draft.territories.iter().position(|t| t.id == Some(own)) else {
        return;
    };
    // By the other territory: whether there and back are possible, and how.
    let mut ways: BTreeMap<TerritoryId, (bool, bool, By)> = BTreeMap::new();
    let mut note = |other: TerritoryId, there: bool, back: bool, by: By| {
        let way = ways.entry(other).or_insert((false, false, by));
        *way = (way.0 || there, way.1 || back, way.2.min(by));
    };
    for n in &draft.territories[keeper].neighbours {
        note(n.to, true, n.way == Way::Both, n.by);
    }
    for territory in &draft.territories {
        let (Some(id), true) = (territory.id, territory.id != Some(own)) else {
            continue;
        };
        for n in territory.neighbours.iter().filter(|n| n.to == own) {
            note(id, n.way == Way::Both, true, n.by);
        }
    }
    for (at, territory) in draft.territories.iter_mut().enumerate() {
        let is_keeper = at == keeper;
        let id = territory.id;
        let mut said = HashSet::new();
        territory.neighbours.retain_mut(|n| {
            let other = if is_keeper { Some(n.to) } else { id };
            if !is_keeper && n.to != own {
                return true;
            }
            let Some(&(there, back, by)) = other.and_then(|other| ways.get(&other)) else {
                return true;
            };
            if n.to == own && is_keeper || !said.insert(n.to) {
                return false;
            }
            n.by = by;
            n.way = if there && back { Way::Both } else { Way::One };
            true
        });
        let mut shut = HashSet::new();
        territory.closed.retain(|&other| {
            let pair = if is_keeper { Some(other) } else { id };
            let concerns = is_keeper || other == own;
            let is_linked = concerns && pair.is_some_and(|pair| ways.contains_key(&pair));
            let is_itself = is_keeper && other == own;
            !is_linked && !is_itself && shut.insert(other)
        });
    }
    // If both ends declare it, keep only the keeper's declaration.
    let said: HashSet<TerritoryId> = draft.territories[keeper]
        .neighbours
        .iter()
        .filter(|n| n.way == Way::Both)
        .map(|n| n.to)
        .collect();
    let shut: HashSet<TerritoryId> = draft.territories[keeper].closed.iter().copied().collect();
    for (at, territory) in draft.territories.iter_mut().enumerate() {
        if at != keeper && territory.id.is_some_and(|id| said.contains(&id)) {
            territory.neighbours.retain(|n| n.to != own);
        }
        if at != keeper && territory.id.is_some_and(|id| shut.contains(&id)) {
            territory.closed.retain(|&other| other != own);
        }
    }
}

/// “X 2”, “X 3” and so on, as far as they are free; none for a blank name.
fn free_names(draft: &Draft, whole: &Names) -> impl Iterator<Item = String> + use<> {
    let taken = draft.territories.iter().filter_map(|t| t.name.folded());
    let taken: HashSet<String> = taken.collect();
    let text = whole.text.clone().filter(|_| !whole.is_blank());
    let stem = text.map(|text| text.chars().take(MAX_NAME_CHARS - 6).collect::<String>());
    let is_free = move |name: &String| {
        let folded = Names::plain(name.as_str()).folded();
        folded.is_some_and(|folded| !taken.contains(&folded))
    };
    let named = move |stem: String| (2..).map(move |nth: u32| format!("{} {nth}", stem.trim_end()));
    stem.into_iter().flat_map(named).filter(is_free)
}

/// The card type with the fewest territories.
fn rarest_card(draft: &Draft) -> Card {
    let count = |card| {
        let cards = draft.territories.iter().filter_map(|t| t.card);
        cards.filter(|&other| other == card).count()
    };
    let rarest = Card::ALL.into_iter().min_by_key(|&card| count(card));
    rarest.unwrap_or(Card::Infantry)
}

/// Sea links between territories; empty if no link of the territory goes by sea, because they are
/// expensive to find.
fn across(draft: &Draft, regions: &Regions, survey: &Survey, own: TerritoryId) -> Vec<SeaLink> {
    let goes_by_sea = draft.territories.iter().any(|territory| {
        let is_own = territory.id == Some(own);
        let mut links = territory.neighbours.iter();
        links.any(|n| n.by == By::Sea && (is_own || n.to == own))
    });
    if goes_by_sea {
        survey.sea_links(regions, None)
    } else {
        Vec::new()
    }
}

/// Links the parts to each other, and passes the links and closed borders of the whole on to the
/// parts concerned.
fn link_parts(
    draft: &mut Draft,
    regions: &Regions,
    survey: &Survey,
    whole: &Territory,
    places: &[usize],
) {
    let Some(own) = whole.id else { return };
    let across = across(draft, regions, survey, own);
    let ids: Vec<Option<TerritoryId>> = draft.territories.iter().map(|t| t.id).collect();
    let nearest = |other: usize| {
        let reach = |place: usize| {
            let pair = (place.min(other), place.max(other));
            let met = across.iter().find(|link| (link.a, link.b) == pair);
            (
                met.is_none(),
                met.map_or_else(|| apart(draft, place, other), |met| met.distance),
            )
        };
        let order = |&a: &usize, &b: &usize| nearer(&reach(a), &reach(b));
        places.iter().copied().min_by(order).into_iter().collect()
    };
    let touching = |other: usize, least: u32| -> Vec<usize> {
        let parts = places.iter().copied();
        parts
            .filter(|&part| survey.contact(part, other) >= least)
            .collect()
    };
    let place_of = |id: TerritoryId| ids.iter().position(|&other| other == Some(id));
    let heirs = |other: TerritoryId, by: By| -> Vec<usize> {
        // A link without contact stays with the part that keeps the id.
        let Some(other) = place_of(other) else {
            return vec![places[0]];
        };
        let (found, otherwise) = match by {
            By::Land => (touching(other, 1), vec![places[0]]),
            // Land that is linked by sea may touch.
            By::Sea => (touching(other, CORNER + 1), nearest(other)),
        };
        if found.is_empty() { otherwise } else { found }
    };
    let mut neighbours: Vec<(usize, Neighbour)> = Vec::new();
    for &n in &whole.neighbours {
        neighbours.extend(heirs(n.to, n.by).into_iter().map(|part| (part, n)));
    }
    let mut closed: Vec<(usize, TerritoryId)> = Vec::new();
    for &id in &whole.closed {
        closed.extend(heirs(id, By::Land).into_iter().map(|part| (part, id)));
    }
    neighbours.extend(among_parts(draft, survey, places));
    let changed = said_by_others(draft, own, places, &heirs);
    for (place, links, shut) in changed {
        draft.territories[place].neighbours = links;
        draft.territories[place].closed = shut;
    }
    for &place in places {
        let own = neighbours.iter().filter(|(part, _)| *part == place);
        draft.territories[place].neighbours = own.map(|&(_, n)| n).collect();
        let own = closed.iter().filter(|(part, _)| *part == place);
        draft.territories[place].closed = own.map(|&(_, id)| id).collect();
    }
}

/// The links of the parts of a territory to each other, each with the part that declares it.
fn among_parts(draft: &Draft, survey: &Survey, places: &[usize]) -> Vec<(usize, Neighbour)> {
    let mut links = Vec::new();
    for (i, &part) in places.iter().enumerate().skip(1) {
        let before = &places[..i];
        let touches = |other: &usize| survey.contact(part, *other) > CORNER;
        let mut siblings: Vec<usize> = before.iter().copied().filter(touches).collect();
        let mut by = By::Land;
        if siblings.is_empty() && !places[i + 1..].iter().any(touches) {
            // No part is left alone: link across a corner by land, across water by sea.
            let far = |other| {
                let contact = survey.contact(part, other);
                (Reverse(contact), apart(draft, part, other))
            };
            let order = |&a: &usize, &b: &usize| nearer(&far(a), &far(b));
            siblings.extend(before.iter().copied().min_by(order));
            let is_apart = |&other: &usize| survey.contact(part, other) == 0;
            if siblings.iter().all(is_apart) {
                by = By::Sea;
            }
        }
        if let Some(to) = draft.territories[part].id {
            let way = Way::Both;
            let link = Neighbour { to, by, way };
            links.extend(siblings.into_iter().map(|other| (other, link)));
        }
    }
    links
}

/// The distance of the main pivots of two territories.
fn apart(draft: &Draft, a: usize, b: usize) -> f64 {
    let pivots = [a, b].map(|at| draft.territories[at].pivots.first());
    let [Some(a), Some(b)] = pivots else {
        return f64::INFINITY;
    };
    let (dx, dy) = (
        f64::from(a.x) - f64::from(b.x),
        f64::from(a.y) - f64::from(b.y),
    );
    (dx * dx + dy * dy).sqrt()
}

/// The order by a rank, then by a distance.
fn nearer<R: Ord>(a: &(R, f64), b: &(R, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// The new neighbours and closed borders of the territories that refer to `own`, by index; `heirs`
/// gives the parts that replace it.
fn said_by_others(
    draft: &Draft,
    own: TerritoryId,
    places: &[usize],
    heirs: &dyn Fn(TerritoryId, By) -> Vec<usize>,
) -> Vec<(usize, Vec<Neighbour>, Vec<TerritoryId>)> {
    let mut changed: Vec<(usize, Vec<Neighbour>, Vec<TerritoryId>)> = Vec::new();
    for (place, territory) in draft.territories.iter().enumerate() {
        let speaks = territory.neighbours.iter().any(|n| n.to == own);
        if places.contains(&place) || !(speaks || territory.closed.contains(&own)) {
            continue;
        }
        let Some(id) = territory.id else { continue };
        let now = |to: TerritoryId, by: By| -> Vec<TerritoryId> {
            if to != own {
                return vec![to];
            }
            let parts = heirs(id, by).into_iter();
            let ids = parts.filter_map(|part| draft.territories[part].id);
            ids.collect()
        };
        let links = territory.neighbours.iter().flat_map(|&n| {
            let to = now(n.to, n.by).into_iter();
            to.map(move |to| Neighbour { to, ..n })
        });
        let shut = territory.closed.iter();
        let shut = shut.flat_map(|&other| now(other, By::Land));
        changed.push((place, links.collect(), shut.collect()));
    }
    changed
}

/// The edit that turns `old` into `new`, where territories were appended, removed, or changed in
/// the fields that redrawing changes.
fn difference(old: &Draft, new: &Draft) -> Edit {
    // Additions come first, so that their positions hold whatever is removed.
    let added = new.territories.iter().enumerate();
    let added = added.filter(|(at, territory)| same(old, territory.key, *at).is_none());
    let mut edits: Vec<Edit> = added
        .enumerate()
        .map(|(nth, (_, territory))| {
            let mut edit = author::add_territory(old, territory.clone());
            if let Edit::AddTerritory { at, .. } = &mut edit {
                *at += nth;
            }
            edit
        })
        .collect();
    let mut removed = 0;
    for (at, territory) in old.territories.iter().enumerate() {
        if removed == 0 && old.territories.is_shared(at, &new.territories) {
            continue;
        }
        let now = same(new, territory.key, at - removed);
        removed += usize::from(now.is_none());
        match now {
            None => edits.push(Edit::RemoveTerritory(territory.key)),
            Some(now) => {
                let key = territory.key;
                if territory.badge != now.badge {
                    edits.push(Edit::Territory(key, TerritoryField::Badge(now.badge)));
                }
                edits.extend(list(&territory.pivots, &now.pivots, |c| {
                    Edit::Pivots(key, c)
                }));
                edits.extend(list(&territory.neighbours, &now.neighbours, |c| {
                    Edit::Neighbours(key, c)
                }));
                edits.extend(list(&territory.closed, &now.closed, |c| {
                    Edit::Closed(key, c)
                }));
            }
        }
    }
    Edit::batch(edits)
}

/// The territory of a key, which is probably at this index.
fn same(draft: &Draft, key: TerritoryKey, at: usize) -> Option<&Territory> {
    let there = draft.territories.get(at).filter(|of| of.key == key);
    there.or_else(|| draft.territory(key))
}

/// The edits that turn one list into another, from the first item that differs.
fn list<T: PartialEq + Clone>(
    old: &[T],
    new: &[T],
    edit: impl Fn(ListChange<T>) -> Edit,
) -> Vec<Edit> {
    let same = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let removed = old.iter().enumerate().skip(same).rev();
    let removed = removed.map(|(at, item)| ListChange::Remove {
        at,
        item: item.clone(),
    });
    let added = new.iter().enumerate().skip(same);
    let added = added.map(|(at, item)| ListChange::Insert {
        at,
        item: item.clone(),
    });
    removed.chain(added).map(edit).collect()
}
