//! Exchanging land, and new colours.

use super::*;

#[test]
fn the_other_part_keeps_what_the_whole_had() {
    let (mut draft, regions) = map(&FOUR);
    let a = key(&draft, 0);
    let line = [Point::new(5, 0), Point::new(5, 7)];
    let cut = split(&draft, &regions, a, &line).unwrap();
    apply(&mut draft, &cut);
    let [kept, new] = cut.touched[..] else {
        panic!("two parts");
    };
    let before = draft.clone();
    let swapped = exchange(&draft, &cut.regions, kept, new).unwrap();
    apply(&mut draft, &swapped);
    check(&draft, &swapped.regions);
    let of = |draft: &Draft, key| draft.territory(key).unwrap().clone();
    assert_eq!(of(&draft, kept).pivots, of(&before, new).pivots);
    assert_eq!(of(&draft, kept).name, of(&before, kept).name);
    assert_eq!(of(&draft, kept).colour, of(&before, kept).colour);
    // The land is the same, whatever the links are.
    let lands = |draft: &Draft| {
        let pivot = |id: TerritoryId| draft.territory_by_id(id).unwrap().pivots[0];
        let mut links: Vec<_> = draft
            .links()
            .map(|(from, n)| {
                let mut ends = [pivot(from.id.unwrap()), pivot(n.to)].map(|at| (at.x, at.y));
                ends.sort_unstable();
                ends
            })
            .collect();
        links.sort_unstable();
        links
    };
    assert_eq!(lands(&draft), lands(&before));
    let back = exchange(&draft, &swapped.regions, kept, new).unwrap();
    apply(&mut draft, &back);
    assert_eq!(draft, before);
    assert!(back.regions == cut.regions);
    let same = exchange(&draft, &regions, kept, kept);
    assert!(matches!(same, Err(RedrawError::Same)));
}

#[test]
fn new_colours_are_far_apart_and_change_nothing_else() {
    let (mut draft, regions) = map(&FOUR);
    // Two colours that can hardly be told apart.
    let [old, near] = [Rgb::new(90, 90, 200), Rgb::new(90, 90, 201)];
    let before = [0, 1].map(|at: usize| draft.territories[at].colour.unwrap());
    let regions = regions
        .recoloured(|_, region| match region.colour.rgb() {
            colour if colour == before[0] => old.into(),
            colour if colour == before[1] => near.into(),
            _ => region.colour,
        })
        .unwrap();
    draft.territories[0].colour = Some(old);
    draft.territories[1].colour = Some(near);
    let was = draft.clone();
    let new = new_colours(&draft, &regions).unwrap();
    apply(&mut draft, &new);
    check(&draft, &new.regions);
    assert_eq!(new.regions.len(), regions.len());
    let colours: Vec<Rgb> = draft
        .territories
        .iter()
        .map(|t| t.colour.unwrap())
        .collect();
    for (at, a) in colours.iter().enumerate() {
        for b in colours[..at].iter().chain([&Rgb::WHITE]) {
            assert!(a.distance_squared(*b) > 300, "{a} is like {b}");
        }
    }
    for (now, was) in draft.territories.iter().zip(&was.territories) {
        assert_eq!((&now.name, &now.pivots), (&was.name, &was.pivots));
        for (id, region) in regions.iter() {
            if region.colour == was.colour.unwrap().into() {
                assert_eq!(new.regions.get(id).colour, now.colour.unwrap().into());
            }
        }
    }
    draft.territories[1].colour = draft.territories[0].colour;
    let shared = new_colours(&draft, &new.regions);
    assert!(matches!(shared, Err(RedrawError::SharedColour)));
}
