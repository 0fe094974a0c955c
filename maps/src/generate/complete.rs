//! Names and bonuses of a map that is drawn by hand, as far as its author has given none.

use std::collections::HashSet;

use super::names::{self, Names};
use crate::bonus::Extent;
use crate::{ContinentField, Draft, Edit, MapField, TerritoryField};

/// The edit that gives the map, its continents and territories invented names and its continents
/// suitable bonuses, where they have none; other names for other seeds. Territories of one
/// continent are called in one language.
pub fn complete(draft: &Draft, seed: u64) -> Edit {
    /// Seeds that are tried until no name is taken.
    const ATTEMPTS: u64 = 20;
    let home = |territory: &crate::Territory| {
        let mut all = draft.continents.iter();
        let place = all.position(|c| c.id.is_some() && c.id == territory.continent);
        place.unwrap_or_default() as u16
    };
    let homes: Vec<u16> = draft.territories.iter().map(home).collect();
    let continents = draft.continents.iter();
    let own = continents.filter_map(|continent| continent.name.text.as_deref());
    let territories = draft.territories.iter();
    let own = own.chain(territories.filter_map(|territory| territory.name.text.as_deref()));
    let taken: HashSet<String> = own.map(str::to_lowercase).collect();
    let is_free = |names: &Names| {
        let mut all = names.territories.iter().chain(&names.continents);
        !all.any(|name| taken.contains(&name.to_lowercase()))
    };
    let mut tries = (0..ATTEMPTS).map(|more| names::invent(&homes, seed.wrapping_add(more)));
    let names = tries.find(is_free);
    let names = names.unwrap_or_else(|| names::invent(&homes, seed));
    let world = draft.name.is_blank().then_some(names.world);
    let mut edits: Vec<Edit> = world
        .map(|name| Edit::Map(MapField::Name(Some(name))))
        .into_iter()
        .collect();
    for (continent, name) in draft.continents.iter().zip(names.continents) {
        if continent.name.is_blank() {
            let name = ContinentField::Name(Some(name));
            edits.push(Edit::Continent(continent.key, name));
        }
    }
    for (territory, name) in draft.territories.iter().zip(names.territories) {
        if territory.name.is_blank() {
            let name = TerritoryField::Name(Some(name));
            edits.push(Edit::Territory(territory.key, name));
        }
    }
    for continent in draft.continents.iter().filter(|c| c.bonus.is_none()) {
        if let Some(id) = continent.id {
            let bonus = ContinentField::Bonus(Some(Extent::of(draft, id).suitable()));
            edits.push(Edit::Continent(continent.key, bonus));
        }
    }
    Edit::batch(edits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContinentId, Names as Said, TerritoryId};

    #[test]
    fn only_what_is_missing_is_invented() {
        let mut draft = Draft::new();
        for id in 0..2 {
            let mut continent = draft.fresh_continent();
            continent.id = Some(ContinentId(id));
            draft.continents.push(continent);
        }
        for id in 0..12_u16 {
            let mut territory = draft.fresh_territory();
            territory.id = Some(TerritoryId(id));
            territory.continent = Some(ContinentId(id % 2));
            draft.territories.push(territory);
        }
        draft.continents[0].name = Said::plain("Home");
        draft.continents[0].bonus = Some(9);
        draft.territories[3].name = Said::plain("Ash");
        let (mut one, mut other) = (draft.clone(), draft.clone());
        one.apply(complete(&draft, 1)).unwrap();
        other.apply(complete(&draft, 2)).unwrap();
        assert_ne!(one.territories[0].name, other.territories[0].name);
        assert_eq!(one.continents[0], draft.continents[0]);
        assert_eq!(one.territories[3], draft.territories[3]);
        let names: HashSet<_> = one
            .territories
            .iter()
            .map(|t| t.name.text.clone())
            .collect();
        assert!(names.len() == 12 && !names.contains(&None));
        assert!(one.continents[1].bonus.is_some() && !one.continents[1].name.is_blank());
        assert!(!one.name.is_blank());
        assert!(complete(&one, 3).is_empty(), "nothing is missing any more");
        // Names that are taken are not given again.
        let taken = one.territories[5].name.clone();
        draft.territories[4].name = taken.clone();
        draft.apply(complete(&draft.clone(), 1)).unwrap();
        let same = draft.territories.iter().filter(|t| t.name == taken);
        assert_eq!(same.count(), 1);
    }
}
