//! Adds invented names and bonuses to a map where its author has given none.

use super::names;
use crate::bonus::Extent;
use crate::{ContinentField, Draft, Edit, MapField, Territory, TerritoryField};

/// The edit that gives the map, its continents and territories invented names, and its continents
/// suitable bonuses, where they have none; different seeds give different names. The names in a
/// continent sound like one language.
pub fn complete(draft: &Draft, seed: u64) -> Edit {
    let home = |territory: &Territory| {
        let mut all = draft.continents.iter();
        let place = all.position(|c| c.id.is_some() && c.id == territory.continent);
        place.unwrap_or_default() as u16
    };
    let continents = draft.continents.iter();
    let taken = continents.filter_map(|continent| continent.name.text.as_deref());
    let territories = draft.territories.iter();
    let taken = taken.chain(territories.filter_map(|territory| territory.name.text.as_deref()));
    let unnamed: Vec<&Territory> = draft
        .territories
        .iter()
        .filter(|territory| territory.name.is_blank())
        .collect();
    let homes: Vec<u16> = unnamed.iter().map(|territory| home(territory)).collect();
    let continents: Vec<_> = draft
        .continents
        .iter()
        .enumerate()
        .filter(|(_, continent)| continent.name.is_blank())
        .collect();
    let places = continents.iter().map(|&(place, _)| place as u16);
    let names = names::invent(taken, places, &homes, seed);
    let world = draft.name.is_blank().then_some(names.world);
    let mut edits: Vec<Edit> = world
        .map(|name| Edit::Map(MapField::Name(Some(name))))
        .into_iter()
        .collect();
    for ((_, continent), name) in continents.iter().zip(names.continents) {
        let name = ContinentField::Name(Some(name));
        edits.push(Edit::Continent(continent.key, name));
    }
    for (territory, name) in unnamed.iter().zip(names.territories) {
        let name = TerritoryField::Name(Some(name));
        edits.push(Edit::Territory(territory.key, name));
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
    use std::collections::HashSet;

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
        // A continent without land gets a name, too.
        let mut empty = one.fresh_continent();
        empty.id = Some(ContinentId(2));
        one.continents.push(empty);
        one.apply(complete(&one.clone(), 3)).unwrap();
        assert!(!one.continents[2].name.is_blank());
    }

    #[test]
    fn taken_names_are_not_repeated() {
        let mut draft = Draft::new();
        for many in [600, 650, 3_000] {
            for id in draft.territories.len()..many {
                let mut territory = draft.fresh_territory();
                territory.id = Some(TerritoryId(id as u16));
                draft.territories.push(territory);
            }
            draft.apply(complete(&draft.clone(), 1)).unwrap();
            let names = draft.territories.iter().map(|t| t.name.text.as_deref());
            let names: HashSet<String> = names.map(|name| name.unwrap().to_lowercase()).collect();
            assert_eq!(names.len(), many);
        }
        draft.territories[0].name = Said::plain("\u{c9}t\u{e9}");
        draft.territories[1].name = Said::default();
        draft.apply(complete(&draft.clone(), 2)).unwrap();
        assert!(!draft.territories[1].name.is_blank());
    }
}
