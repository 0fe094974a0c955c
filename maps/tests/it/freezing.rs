//! From a draft to a map, and why some drafts are not maps.

use marchland_maps::{
    By, Card, ContinentId, Edit, Map, Neighbour, Problem, TerritoryField, TerritoryId, Way, author,
    canonical,
};

use crate::sketch;

#[test]
fn a_valid_draft_freezes() {
    let map = Map::try_from(&sketch::row(4)).unwrap();
    assert_eq!(map.id(), "a-row");
    assert_eq!(map.len(), 4);
    let reach: Vec<_> = map
        .neighbours(TerritoryId(1))
        .iter()
        .map(|l| l.to.0)
        .collect();
    assert_eq!(reach, [0, 2]);
    assert_eq!(map.link(TerritoryId(1), TerritoryId(3)), None);
    assert_eq!(map.territory(TerritoryId(3)).card, Card::Infantry);
    assert_eq!(
        map.continent(ContinentId(1)).members,
        [TerritoryId(2), TerritoryId(3)]
    );
}

#[test]
fn all_reasons_are_given_at_once() {
    let mut draft = sketch::row(4);
    draft.name.text = None;
    draft.continents[1].bonus = None;
    draft.territories[0].pivots.clear();
    draft.territories[1].id = Some(TerritoryId(3));
    draft.territories[2]
        .neighbours
        .push(Neighbour::land(TerritoryId(77)));
    let problems = Map::try_from(&draft).unwrap_err();
    let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "the map has no name",
            "East has no bonus",
            "Land 0 has no pivot",
            "Land 1 and Land 3 both have the id 3",
            "no territory has the id 1, but 3 is taken; ids run from 0 without gaps",
            "Land 0 has 1 as a neighbour, but no territory has that id",
            "Land 2 has 77 as a neighbour, but no territory has that id",
        ]
    );
}

#[test]
fn a_link_may_be_declared_at_both_ends_but_alike() {
    let mut draft = sketch::row(3);
    let sound = Map::try_from(&draft).unwrap();
    draft.territories[1]
        .neighbours
        .push(Neighbour::land(TerritoryId(0)));
    let twice = Map::try_from(&draft).unwrap();
    assert_eq!(canonical::form(&sound), canonical::form(&twice));
    draft.territories[1].neighbours.last_mut().unwrap().by = By::Sea;
    let problems = Map::try_from(&draft).unwrap_err();
    assert!(
        matches!(problems[..], [Problem::LinkDiffers { .. }]),
        "{problems:?}"
    );
}

#[test]
fn unreachable_and_trapped_territories_are_refused() {
    let mut draft = sketch::row(12);
    let edit = author::unlink(&draft, TerritoryId(1), TerritoryId(2));
    draft.apply(edit).unwrap();
    let [
        Problem::Unreachable {
            territories,
            total,
            trapped,
        },
    ] = &Map::try_from(&draft).unwrap_err()[..]
    else {
        panic!("one problem expected");
    };
    assert_eq!(
        (territories.len(), *total, *trapped),
        (Problem::LISTED, 10, false)
    );

    let edit = author::link(&draft, TerritoryId(1), TerritoryId(2), By::Sea, Way::One);
    draft.apply(edit).unwrap();
    let problems = Map::try_from(&draft).unwrap_err();
    assert!(matches!(
        problems[..],
        [Problem::Unreachable {
            trapped: true,
            total: 10,
            ..
        }]
    ));
}

#[test]
fn closed_and_linked_contradict() {
    let mut draft = sketch::row(3);
    draft.territories[1].closed.push(TerritoryId(0));
    let problems = Map::try_from(&draft).unwrap_err();
    assert!(
        matches!(problems[..], [Problem::LinkedAndClosed { .. }]),
        "{problems:?}"
    );
}

#[test]
fn the_digest_is_about_the_rules() {
    let draft = sketch::row(3);
    let map = Map::try_from(&draft).unwrap();
    let expected = "marchland map 1\n\
        territory 0 0 0\nterritory 1 1 1\nterritory 2 1 2\n\
        link 0 1 land\nlink 1 0 land\nlink 1 2 land\nlink 2 1 land\n\
        continent 0 2\ncontinent 1 2\n\
        setup 2 3\nsetup 3 3\nsetup 4 2\nsetup 5 2\nsetup 6 1\n";
    assert_eq!(canonical::form(&map), expected);
    assert_eq!(canonical::digest(&map).len(), 32);

    let mut renamed = draft.clone();
    let key = renamed.territories[1].key;
    let edit = Edit::Territory(key, TerritoryField::Name(Some("Elsewhere".into())));
    renamed.apply(edit).unwrap();
    let renamed = Map::try_from(&renamed).unwrap();
    assert_eq!(canonical::digest(&map), canonical::digest(&renamed));

    let mut richer = draft;
    richer.continents[0].bonus = Some(3);
    let richer = Map::try_from(&richer).unwrap();
    assert_ne!(canonical::digest(&map), canonical::digest(&richer));
}
