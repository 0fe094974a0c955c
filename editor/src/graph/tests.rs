use super::*;
use crate::sketch;
use marchland_maps::Neighbour;

#[test]
fn bonds_are_known_at_both_ends() {
    let mut draft = sketch::row(5);
    let id = |n| TerritoryId(n);
    draft.territories[3].neighbours = vec![Neighbour {
        way: Way::One,
        ..Neighbour::sea(id(0))
    }];
    draft.territories[4].closed = vec![id(3), id(99)];
    // Both declare the same link.
    draft.territories[1].neighbours.push(Neighbour::land(id(0)));
    let graph = Graph::new(&draft);
    let (land, sea) = ((By::Land, Way::Both), (By::Sea, Way::One));
    let of = |at| graph.bonds(at).collect::<Vec<_>>();
    assert_eq!(
        of(0),
        [
            (1, Bond::Declared(land.0, land.1)),
            (3, Bond::Received(sea.0, sea.1))
        ]
    );
    assert_eq!(
        of(1),
        [
            (0, Bond::Declared(land.0, land.1)),
            (2, Bond::Declared(land.0, land.1))
        ]
    );
    assert_eq!(of(4), [(3, Bond::Shut)]);
    assert_eq!(graph.within_reach(0).collect::<Vec<_>>(), [1]);
    assert_eq!(graph.within_reach(3).collect::<Vec<_>>(), [0, 2]);
    assert!(graph.are_linked(0, 3) && !graph.are_linked(3, 4));
    assert!(graph.is_decided(3, 4) && graph.is_decided(4, 3) && !graph.is_decided(0, 2));
    for (a, from) in draft.territories.iter().enumerate() {
        for (b, to) in draft.territories.iter().enumerate() {
            let can_go = draft.can_go(from.id.unwrap(), to.id.unwrap()).is_some();
            assert_eq!(graph.within_reach(a).any(|to| to == b), can_go, "{a} {b}");
        }
    }
}

#[test]
fn pieces_are_what_no_link_joins() {
    let mut draft = sketch::row(5);
    assert_eq!(Graph::new(&draft).pieces(), 1);
    draft.territories[2].neighbours.clear();
    draft.territories[1]
        .neighbours
        .retain(|n| n.to != TerritoryId(2));
    draft.territories[3]
        .neighbours
        .retain(|n| n.to != TerritoryId(2));
    draft.territories[2].closed = vec![TerritoryId(1)];
    assert_eq!(Graph::new(&draft).pieces(), 3);
    // Declared by either, even if one-way.
    draft.territories[4].neighbours.push(Neighbour {
        way: Way::One,
        ..Neighbour::sea(TerritoryId(0))
    });
    assert_eq!(Graph::new(&draft).pieces(), 2);
    draft.territories.retain(|_| false);
    assert_eq!(Graph::new(&draft).pieces(), 0);
}

#[test]
fn everyone_is_in_one_continent_or_in_none() {
    let mut draft = sketch::row(5);
    draft.territories[2].continent = Some(ContinentId(77));
    draft.territories[4].continent = None;
    let graph = Graph::new(&draft);
    assert_eq!(graph.members(ContinentId(0)), [0, 1]);
    assert_eq!(graph.members(ContinentId(1)), [3]);
    assert!(graph.members(ContinentId(77)).is_empty());
    assert_eq!(graph.homeless(), [2, 4]);
    assert_eq!(graph.place(TerritoryId(3)), Some(3));
}
