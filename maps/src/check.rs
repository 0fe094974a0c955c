//! Checks whether a draft is a map.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::problem::Named;
use crate::{
    By, ContinentId, ContinentKey, Draft, Map, MaskFile, Problem, Rgb, TerritoryId, TerritoryKey,
    Way, limits,
};

/// All problems except reachability, which requires a sound graph.
pub(crate) fn fields(draft: &Draft) -> Vec<Problem> {
    let mut problems = Vec::new();
    check_map(draft, &mut problems);
    check_continents(draft, &mut problems);
    check_territories(draft, &mut problems);
    check_links(draft, &mut problems);
    problems
}

fn territory(draft: &Draft, at: usize) -> Named<TerritoryKey> {
    Named {
        key: draft.territories[at].key,
        label: draft.territory_label(at),
    }
}

fn continent(draft: &Draft, at: usize) -> Named<ContinentKey> {
    Named {
        key: draft.continents[at].key,
        label: draft.continent_label(at),
    }
}

/// Whether `text` can be a map's id: 1 to 32 of `a-z`, `0-9` and `-`.
pub(crate) fn is_map_id(text: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=limits::MAX_MAP_ID_CHARS).contains(&text.len()) && text.bytes().all(allowed)
}

fn check_map(draft: &Draft, problems: &mut Vec<Problem>) {
    if draft.name.is_blank() {
        problems.push(Problem::NoMapName);
    }
    if let Some(id) = draft.id.as_ref().filter(|id| !is_map_id(id)) {
        problems.push(Problem::MapId(id.chars().take(40).collect()));
    }
    if draft.mask.is_none() {
        problems.push(Problem::NoMask);
    }
    let count = draft.territories.len();
    if count < 2 {
        problems.push(Problem::TooFewTerritories(count));
    }
    for (what, count, max) in [
        ("territories", count, limits::MAX_TERRITORIES),
        ("continents", draft.continents.len(), limits::MAX_CONTINENTS),
    ] {
        if count > max {
            problems.push(Problem::TooMany { what, max, count });
        }
    }
    if draft.continents.is_empty() {
        problems.push(Problem::NoContinents);
    }
}

/// The first gap in ids that should run from 0, and the highest id with its index.
fn gap(ids: impl Iterator<Item = Option<u16>>) -> Option<(u16, u16, usize)> {
    let given = ids.enumerate().filter_map(|(at, id)| Some((id?, at)));
    let mut ids: Vec<_> = given.collect();
    ids.sort_unstable();
    ids.dedup_by_key(|&mut (id, _)| id);
    let missing = (0..).zip(&ids).find(|(i, (id, _))| i != id)?.0;
    let &(highest, at) = ids.last()?;
    Some((missing, highest, at))
}

/// For each item that repeats an earlier value: the index of the first with it, and its own.
fn doubled<V: Hash + Eq>(values: impl Iterator<Item = Option<V>>) -> Vec<(usize, usize)> {
    let mut seen = HashMap::new();
    let given = values
        .enumerate()
        .filter_map(|(at, value)| Some((at, value?)));
    let pairs = given.map(|(at, value)| (*seen.entry(value).or_insert(at), at));
    pairs.filter(|(first, at)| first != at).collect()
}

fn check_continents(draft: &Draft, problems: &mut Vec<Problem>) {
    let list = &draft.continents;
    let named = |at| continent(draft, at);
    let members: HashSet<_> = draft
        .territories
        .iter()
        .filter_map(|t| t.continent)
        .collect();
    for (at, continent) in list.iter().enumerate() {
        if continent.id.is_none() {
            problems.push(Problem::NoContinentId(named(at)));
        }
        if continent.name.is_blank() {
            problems.push(Problem::NoContinentName(named(at)));
        }
        if continent.bonus.is_none() {
            problems.push(Problem::NoBonus(named(at)));
        }
        if continent.id.is_some_and(|id| !members.contains(&id)) {
            problems.push(Problem::EmptyContinent(named(at)));
        }
    }
    for (first, second) in doubled(list.iter().map(|c| c.id)) {
        if let Some(id) = list[second].id {
            let (first, second) = (named(first), named(second));
            problems.push(Problem::ContinentIdTwice { id, first, second });
        }
    }
    for (first, second) in doubled(list.iter().map(|c| c.name.folded())) {
        let (first, second) = (named(first), named(second));
        problems.push(Problem::ContinentNameTwice { first, second });
    }
    if let Some((missing, highest, at)) = gap(list.iter().map(|c| Some(c.id?.0))) {
        problems.push(Problem::ContinentIdGap {
            missing: ContinentId(missing),
            highest: ContinentId(highest),
            holder: list[at].key,
        });
    }
}

fn check_territories(draft: &Draft, problems: &mut Vec<Problem>) {
    let list = &draft.territories;
    let named = |at| territory(draft, at);
    let continents: HashSet<_> = draft.continents.iter().filter_map(|c| c.id).collect();
    let no_land: HashSet<Rgb> = draft.mask.iter().flat_map(MaskFile::no_land).collect();
    for (at, one) in list.iter().enumerate() {
        if one.id.is_none() {
            problems.push(Problem::NoTerritoryId(named(at)));
        }
        if one.name.is_blank() {
            problems.push(Problem::NoTerritoryName(named(at)));
        }
        match one.colour {
            None => problems.push(Problem::NoColour(named(at))),
            Some(colour) if no_land.contains(&colour) => {
                let territory = named(at);
                problems.push(Problem::ColourIsNoLand { colour, territory });
            }
            Some(_) => {}
        }
        if one.pivots.is_empty() {
            problems.push(Problem::NoPivot(named(at)));
        }
        match one.continent {
            None => problems.push(Problem::NoContinent(named(at))),
            Some(continent) if !continents.contains(&continent) => {
                let territory = named(at);
                problems.push(Problem::UnknownContinent {
                    territory,
                    continent,
                });
            }
            Some(_) => {}
        }
    }
    for (first, second) in doubled(list.iter().map(|t| t.id)) {
        if let Some(id) = list[second].id {
            let (first, second) = (named(first), named(second));
            problems.push(Problem::TerritoryIdTwice { id, first, second });
        }
    }
    for (first, second) in doubled(list.iter().map(|t| t.name.folded())) {
        let (first, second) = (named(first), named(second));
        problems.push(Problem::TerritoryNameTwice { first, second });
    }
    for (first, second) in doubled(list.iter().map(|t| t.colour)) {
        if let Some(colour) = list[second].colour {
            let (first, second) = (named(first), named(second));
            problems.push(Problem::ColourTwice {
                colour,
                first,
                second,
            });
        }
    }
    if let Some((missing, highest, at)) = gap(list.iter().map(|t| Some(t.id?.0))) {
        problems.push(Problem::TerritoryIdGap {
            missing: TerritoryId(missing),
            highest: TerritoryId(highest),
            holder: list[at].key,
        });
    }
}

fn check_links(draft: &Draft, problems: &mut Vec<Problem>) {
    let by_id = draft.places_by_id();
    // A duplicate id refers to the first territory only.
    let own_id = |at: usize| {
        let id = draft.territories[at].id;
        id.filter(|id| by_id.get(id) == Some(&at))
    };
    let mut declared: HashMap<(TerritoryId, TerritoryId), (By, Way)> = HashMap::new();
    for (own, one) in draft.territories.iter().enumerate() {
        let from = || territory(draft, own);
        let mut firsts = HashMap::new();
        for (at, n) in one.neighbours.iter().enumerate() {
            let says = (n.by, n.way);
            let Some(&target) = by_id.get(&n.to) else {
                let (from, to) = (from(), n.to);
                problems.push(Problem::UnknownNeighbour { from, to, at });
                continue;
            };
            let to = || territory(draft, target);
            if target == own {
                problems.push(Problem::SelfNeighbour { of: from(), at });
            } else if let Some(&first) = firsts.get(&n.to) {
                let (from, to, alike) = (from(), to(), first == says);
                problems.push(Problem::LinkTwice {
                    from,
                    to,
                    at,
                    alike,
                });
            } else {
                firsts.insert(n.to, says);
                let Some(id) = own_id(own) else { continue };
                let there = declared.get(&(n.to, id));
                if there.is_some_and(|&there| there != says) {
                    let (from, to) = (from(), to());
                    problems.push(Problem::LinkDiffers { from, to, at });
                }
                declared.insert((id, n.to), says);
            }
        }
    }
    for (own, one) in draft.territories.iter().enumerate() {
        let from = || territory(draft, own);
        for (at, &to) in one.closed.iter().enumerate() {
            let Some(&target) = by_id.get(&to) else {
                problems.push(Problem::UnknownClosed {
                    from: from(),
                    to,
                    at,
                });
                continue;
            };
            let Some(id) = own_id(own) else { continue };
            if declared.contains_key(&(id, to)) || declared.contains_key(&(to, id)) {
                let (from, to) = (from(), territory(draft, target));
                problems.push(Problem::LinkedAndClosed { from, to, at });
            }
        }
    }
}

/// Which territories can be reached from territory 0 along `links`.
fn reached(links: &[Vec<u16>]) -> Vec<bool> {
    let mut seen = vec![false; links.len()];
    let mut stack = vec![0_u16];
    seen[0] = true;
    while let Some(at) = stack.pop() {
        for &to in &links[usize::from(at)] {
            if !std::mem::replace(&mut seen[usize::from(to)], true) {
                stack.push(to);
            }
        }
    }
    seen
}

/// Territories that cannot be reached from the first, or from which the first cannot be reached.
pub(crate) fn reach(draft: &Draft, map: &Map) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut there = vec![Vec::new(); map.len()];
    let mut back = vec![Vec::new(); map.len()];
    for id in map.ids() {
        for link in map.neighbours(id) {
            there[id.index()].push(link.to.0);
            back[link.to.index()].push(id.0);
        }
    }
    let (from_first, to_first) = (reached(&there), reached(&back));
    let mut report = |missing: &dyn Fn(usize) -> bool, trapped| {
        let ids: Vec<_> = map.ids().filter(|id| missing(id.index())).collect();
        if !ids.is_empty() {
            let total = ids.len();
            let listed = ids.into_iter().take(Problem::LISTED);
            let at = |id| draft.territories.iter().position(|t| t.id == Some(id));
            let territories = listed
                .filter_map(at)
                .map(|at| territory(draft, at))
                .collect();
            problems.push(Problem::Unreachable {
                territories,
                total,
                trapped,
            });
        }
    };
    report(&|i| !from_first[i], false);
    report(&|i| from_first[i] && !to_first[i], true);
    problems
}
