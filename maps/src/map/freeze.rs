//! Converts a draft to a map.

use std::collections::BTreeMap;

use super::{Link, Map, MapContinent, MapTerritory};
use crate::ids::map_id;
use crate::{Card, ContinentId, Draft, Problem, TerritoryId, Way, check};

impl TryFrom<&Draft> for Map {
    type Error = Vec<Problem>;

    /// Checks the draft and freezes it.
    ///
    /// # Errors
    /// All problems of the draft: the map's own, then those of continents and territories in the order
    /// of the file, then those of the graph.
    fn try_from(draft: &Draft) -> Result<Self, Vec<Problem>> {
        let mut problems = check::fields(draft);
        if problems.is_empty() {
            let map = freeze(draft);
            problems = check::reach(draft, &map);
            if problems.is_empty() {
                return Ok(map);
            }
        }
        Err(problems)
    }
}

/// The map of a draft without problems (except, possibly, of reachability).
fn freeze(draft: &Draft) -> Map {
    let mut members: BTreeMap<ContinentId, Vec<TerritoryId>> = BTreeMap::new();
    let mut territories: BTreeMap<TerritoryId, MapTerritory> = BTreeMap::new();
    let mut links: Vec<Vec<Link>> = vec![Vec::new(); draft.territories.len()];
    for t in &draft.territories {
        let (Some(id), Some(colour), Some(continent)) = (t.id, t.colour, t.continent) else {
            unreachable!("checked before");
        };
        members.entry(continent).or_default().push(id);
        let territory = MapTerritory {
            name: t.name.clone(),
            colour,
            continent,
            card: t.card.unwrap_or(Card::ALL[id.index() % Card::ALL.len()]),
            badge: t.badge.unwrap_or(t.pivots[0]),
            pivots: t.pivots.clone(),
        };
        territories.insert(id, territory);
        for n in &t.neighbours {
            links[id.index()].push(Link { to: n.to, by: n.by });
            if n.way == Way::Both {
                links[n.to.index()].push(Link { to: id, by: n.by });
            }
        }
    }
    let mut continents: BTreeMap<ContinentId, MapContinent> = BTreeMap::new();
    for c in &draft.continents {
        let Some(id) = c.id else {
            unreachable!("checked before")
        };
        let mut members = members.remove(&id).unwrap_or_default();
        members.sort_unstable();
        let bonus = c.bonus.unwrap_or_default();
        let continent = MapContinent {
            name: c.name.clone(),
            bonus,
            colour: c.colour,
            members,
        };
        continents.insert(id, continent);
    }
    let mut offsets = vec![0];
    let mut all = Vec::new();
    for list in &mut links {
        list.sort_unstable();
        list.dedup_by_key(|link| link.to);
        all.append(list);
        offsets.push(all.len() as u32);
    }
    let name = draft.name.text.as_deref().unwrap_or_default();
    Map {
        id: draft
            .id
            .clone()
            .or_else(|| map_id(name))
            .unwrap_or_else(|| "map".to_owned()),
        name: draft.name.clone(),
        author: draft.author.clone(),
        licence: draft.licence.clone(),
        description: draft.description.clone(),
        mask: draft.mask.clone().unwrap_or_default(),
        image: draft.image.clone(),
        wrap: draft.wrap,
        badge_diameter: draft.badge_size(),
        setup: draft.setup.clone(),
        continents: continents.into_values().collect(),
        territories: territories.into_values().collect(),
        offsets,
        links: all,
    }
}
