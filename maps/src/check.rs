//! What stands between a draft and a map.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::problem::Named;
use crate::{
    By, Continent, ContinentId, ContinentKey, Draft, Map, Problem, Rgb, Territory, TerritoryId,
    TerritoryKey, Way, limits,
};

/// All problems but those of reach, which need the graph to be sound.
pub(crate) fn fields(draft: &Draft) -> Vec<Problem> {
    let mut problems = Vec::new();
    let labels = Labels::new(draft);
    check_map(draft, &mut problems);
    check_continents(&labels, &mut problems);
    check_territories(&labels, &mut problems);
    check_links(&labels, &mut problems);
    problems
}

/// What problems call territories and continents.
struct Labels<'a> {
    draft: &'a Draft,
    /// Where those without a name and an id stand, once one is met.
    places: OnceCell<(HashMap<TerritoryKey, usize>, HashMap<ContinentKey, usize>)>,
}

impl<'a> Labels<'a> {
    fn new(draft: &'a Draft) -> Self {
        Self {
            draft,
            places: OnceCell::new(),
        }
    }

    fn places(&self) -> &(HashMap<TerritoryKey, usize>, HashMap<ContinentKey, usize>) {
        self.places.get_or_init(|| {
            let territories = self.draft.territories.iter().map(|t| t.key);
            let continents = self.draft.continents.iter().map(|c| c.key);
            (
                territories.enumerate().map(|(at, key)| (key, at)).collect(),
                continents.enumerate().map(|(at, key)| (key, at)).collect(),
            )
        })
    }

    fn of(&self, territory: &Territory) -> Named<TerritoryKey> {
        let label = match (&territory.name.text, territory.id) {
            (Some(name), _) if !name.trim().is_empty() => name.clone(),
            (_, Some(id)) => format!("territory {id}"),
            _ => {
                let at = self.places().0.get(&territory.key).copied();
                format!("territory no. {} of the file", at.unwrap_or(0) + 1)
            }
        };
        Named {
            key: territory.key,
            label,
        }
    }

    fn of_continent(&self, continent: &Continent) -> Named<ContinentKey> {
        let label = match (&continent.name.text, continent.id) {
            (Some(name), _) if !name.trim().is_empty() => name.clone(),
            (_, Some(id)) => format!("continent {id}"),
            _ => {
                let at = self.places().1.get(&continent.key).copied();
                format!("continent no. {} of the file", at.unwrap_or(0) + 1)
            }
        };
        Named {
            key: continent.key,
            label,
        }
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
    match draft.territories.len() {
        count @ 0..2 => problems.push(Problem::TooFewTerritories(count)),
        count if count > limits::MAX_TERRITORIES => {
            problems.push(Problem::TooManyTerritories { count });
        }
        _ => {}
    }
    if draft.continents.is_empty() {
        problems.push(Problem::NoContinents);
    }
}

/// The first gap of ids that should run from 0, and the highest id.
fn gap(ids: impl Iterator<Item = u16>) -> Option<(u16, u16)> {
    let mut ids: Vec<u16> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let missing = (0..).zip(&ids).find(|(i, id)| i != *id)?.0;
    Some((missing, *ids.last()?))
}

/// Calls `twice(value, first, second)` for each item whose value an earlier one has.
fn doubled<'a, T, V: Hash + Eq>(
    items: &'a [T],
    value: impl Fn(&T) -> Option<V>,
    mut twice: impl FnMut(V, &'a T, &'a T),
) {
    let mut seen: HashMap<V, &T> = HashMap::new();
    for item in items {
        if let Some(v) = value(item) {
            match seen.get(&v) {
                Some(first) => twice(v, first, item),
                None => {
                    seen.insert(v, item);
                }
            }
        }
    }
}

fn check_continents(labels: &Labels<'_>, problems: &mut Vec<Problem>) {
    let draft = labels.draft;
    let list = &draft.continents;
    let named = |c| labels.of_continent(c);
    let members: HashSet<_> = draft
        .territories
        .iter()
        .filter_map(|t| t.continent)
        .collect();
    for continent in list {
        if continent.id.is_none() {
            problems.push(Problem::NoContinentId(named(continent)));
        }
        if continent.name.is_blank() {
            problems.push(Problem::NoContinentName(named(continent)));
        }
        if continent.bonus.is_none() {
            problems.push(Problem::NoBonus(named(continent)));
        }
        if continent.id.is_some_and(|id| !members.contains(&id)) {
            problems.push(Problem::EmptyContinent(named(continent)));
        }
    }
    doubled(
        list,
        |c| c.id,
        |id, first, second| {
            let (first, second) = (named(first), named(second));
            problems.push(Problem::ContinentIdTwice { id, first, second });
        },
    );
    doubled(
        list,
        |c| c.name.folded(),
        |_, _, second| {
            let name = second.name.text.clone().unwrap_or_default();
            problems.push(Problem::ContinentNameTwice {
                name,
                second: named(second),
            });
        },
    );
    if let Some((missing, highest)) = gap(list.iter().filter_map(|c| c.id).map(|id| id.0)) {
        let (missing, highest) = (ContinentId(missing), ContinentId(highest));
        problems.push(Problem::ContinentIdGap { missing, highest });
    }
}

fn check_territories(labels: &Labels<'_>, problems: &mut Vec<Problem>) {
    let draft = labels.draft;
    let list = &draft.territories;
    let named = |t| labels.of(t);
    let continents: HashSet<_> = draft.continents.iter().filter_map(|c| c.id).collect();
    let no_land: HashSet<Rgb> = draft
        .mask
        .iter()
        .flat_map(|mask| mask.background.iter().chain(&mask.separator))
        .copied()
        .collect();
    for territory in list {
        if territory.id.is_none() {
            problems.push(Problem::NoTerritoryId(named(territory)));
        }
        if territory.name.is_blank() {
            problems.push(Problem::NoTerritoryName(named(territory)));
        }
        match territory.colour {
            None => problems.push(Problem::NoColour(named(territory))),
            Some(colour) if no_land.contains(&colour) => {
                problems.push(Problem::ColourIsNoLand {
                    colour,
                    territory: named(territory),
                });
            }
            Some(_) => {}
        }
        if territory.pivots.is_empty() {
            problems.push(Problem::NoPivot(named(territory)));
        }
        match territory.continent {
            None => problems.push(Problem::NoContinent(named(territory))),
            Some(continent) if !continents.contains(&continent) => {
                let territory = named(territory);
                problems.push(Problem::UnknownContinent {
                    territory,
                    continent,
                });
            }
            Some(_) => {}
        }
    }
    doubled(
        list,
        |t| t.id,
        |id, first, second| {
            let (first, second) = (named(first), named(second));
            problems.push(Problem::TerritoryIdTwice { id, first, second });
        },
    );
    doubled(
        list,
        |t| t.name.folded(),
        |_, _, second| {
            let name = second.name.text.clone().unwrap_or_default();
            problems.push(Problem::TerritoryNameTwice {
                name,
                second: named(second),
            });
        },
    );
    doubled(
        list,
        |t| t.colour,
        |colour, first, second| {
            let (first, second) = (named(first), named(second));
            problems.push(Problem::ColourTwice {
                colour,
                first,
                second,
            });
        },
    );
    if let Some((missing, highest)) = gap(list.iter().filter_map(|t| t.id).map(|id| id.0)) {
        let (missing, highest) = (TerritoryId(missing), TerritoryId(highest));
        problems.push(Problem::TerritoryIdGap { missing, highest });
    }
}

fn check_links(labels: &Labels<'_>, problems: &mut Vec<Problem>) {
    let draft = labels.draft;
    let mut by_id: HashMap<TerritoryId, &Territory> = HashMap::new();
    for territory in &draft.territories {
        if let Some(id) = territory.id {
            by_id.entry(id).or_insert(territory);
        }
    }
    let mut declared: HashMap<(TerritoryId, TerritoryId), (By, Way)> = HashMap::new();
    for territory in &draft.territories {
        let mut own = HashSet::new();
        for n in &territory.neighbours {
            let from = || labels.of(territory);
            let Some(&target) = by_id.get(&n.to) else {
                problems.push(Problem::UnknownNeighbour {
                    from: from(),
                    to: n.to,
                });
                continue;
            };
            if target.key == territory.key {
                problems.push(Problem::SelfNeighbour(from()));
            } else if !own.insert(n.to) {
                problems.push(Problem::LinkTwice {
                    from: from(),
                    to: labels.of(target),
                });
            } else if let Some(id) = territory.id {
                if declared
                    .get(&(n.to, id))
                    .is_some_and(|&there| there != (n.by, n.way))
                {
                    problems.push(Problem::LinkDiffers {
                        from: from(),
                        to: labels.of(target),
                    });
                }
                declared.insert((id, n.to), (n.by, n.way));
            }
        }
    }
    for territory in &draft.territories {
        for &to in &territory.closed {
            let from = || labels.of(territory);
            let Some(&target) = by_id.get(&to) else {
                problems.push(Problem::UnknownClosed { from: from(), to });
                continue;
            };
            let Some(id) = territory.id else { continue };
            if declared.contains_key(&(id, to)) || declared.contains_key(&(to, id)) {
                problems.push(Problem::LinkedAndClosed {
                    from: from(),
                    to: labels.of(target),
                });
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

/// Territories that cannot be reached from the first, or not left for it.
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
    let labels = Labels::new(draft);
    let mut report = |missing: &dyn Fn(usize) -> bool, trapped| {
        let ids: Vec<_> = map.ids().filter(|id| missing(id.index())).collect();
        if !ids.is_empty() {
            let total = ids.len();
            let listed = ids.into_iter().take(Problem::LISTED);
            let territories = listed
                .filter_map(|id| draft.territory_by_id(id))
                .map(|t| labels.of(t))
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
