use super::*;
use crate::{Neighbour, TerritoryId};

#[test]
fn the_classic_board_fits() {
    // Territories, borders and bonus of the classic continents.
    let classic = [
        (9, 3, 5),
        (4, 2, 2),
        (7, 4, 5),
        (6, 3, 3),
        (12, 5, 7),
        (4, 1, 2),
    ];
    let extent = |(territories, borders, _)| Extent {
        territories,
        borders,
    };
    let hits = classic
        .iter()
        .filter(|&&one| extent(one).suitable() == one.2);
    assert_eq!(hits.count(), 5);
    assert!(
        classic
            .iter()
            .all(|&one| extent(one).fitting().contains(&one.2))
    );
}

#[test]
fn the_bonus_is_at_least_one() {
    let extent = Extent {
        territories: 1,
        borders: 0,
    };
    assert_eq!((extent.suitable(), extent.fitting()), (1, 0..=2));
}

#[test]
fn borders_can_be_entered_from_outside() {
    // 0–2 are in, 3–5 out; 0 can be entered from 3 and 4, 1 only left for 5.
    let mut draft = Draft::new();
    for id in 0..6 {
        let mut territory = draft.fresh_territory();
        territory.id = Some(TerritoryId(id));
        territory.continent = Some(ContinentId(u16::from(id > 2)));
        draft.territories.push(territory);
    }
    let link = |to| Neighbour::land(TerritoryId(to));
    draft.territories[3].neighbours = vec![link(0), link(4)];
    draft.territories[0].neighbours = vec![link(4), link(1), link(2)];
    let out = Neighbour {
        way: Way::One,
        ..link(5)
    };
    draft.territories[1].neighbours = vec![out];
    let extent = Extent::of(&draft, ContinentId(0));
    assert_eq!((extent.territories, extent.borders), (3, 1));
}
