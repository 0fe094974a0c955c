//! Lines drawn between territories.

use super::*;
use crate::mask::Sheet;

/// `l` is a line, around land and between it; `c` lies across a strait.
const LINED: [&str; 9] = [
    "..............ll",
    ".llllllllll.llcc",
    ".laaaallbbl.lccc",
    ".laaaallbbl.lccc",
    ".laaaallbbl.lccc",
    ".laaaallbbl.lccc",
    ".laaaallbbl.lccc",
    ".llllllllll.lccc",
    "............llll",
];

#[test]
fn lines_dissolve_half_to_each_side_and_links_stay() {
    let (mut draft, regions) = map(&LINED);
    let line = draft.territories.remove(3).colour.unwrap();
    draft
        .territories
        .iter_mut()
        .for_each(|t| t.neighbours.clear());
    let neighbour = Neighbour::land(TerritoryId(1));
    draft.territories[0].neighbours.push(neighbour);
    draft.territories[1]
        .neighbours
        .push(Neighbour::sea(TerritoryId(2)));
    let mask = draft.mask.as_mut().unwrap();
    (mask.separator, mask.gap) = (vec![line], Some(2));
    let (before, pivots) = (links(&draft), draft.territories[0].pivots.clone());
    let sheet = Sheet::of(&regions);
    let dissolved = dissolve(&draft, &regions, &sheet).unwrap();
    // What has no land, and gains none, stays as it is.
    let mut more = draft.clone();
    let mut landless = more.fresh_territory();
    landless.colour = Some(Rgb([1, 2, 3]));
    more.territories.push(landless.clone());
    let same = dissolve(&more, &regions, &sheet).unwrap();
    apply(&mut more, &same);
    assert_eq!(more.territories.last(), Some(&landless));
    apply(&mut draft, &dissolved);
    let regions = &dissolved.regions;
    assert!(regions.iter().all(|(_, of)| of.colour != line.into()));
    assert_eq!(regions.len(), 4, "three lands and the sea");
    check(&draft, regions);
    assert_eq!(links(&draft), before);
    assert!(draft.mask.as_ref().unwrap().separator.is_empty());
    assert_eq!(draft.territories[0].pivots.len(), pivots.len());
    // Between the two, each has one of the columns.
    let owner = |x| {
        let colour = regions.get(regions.region_at(x, 4).unwrap()).colour;
        draft
            .territories
            .iter()
            .position(|t| t.colour.map(Rgba::from) == Some(colour))
    };
    assert_eq!([owner(6), owner(7)], [Some(0), Some(1)]);
    let again = dissolve(&draft, regions, &Sheet::of(regions));
    assert!(matches!(again, Err(RedrawError::NoLines)));
    // Lines that are declared, but not drawn anywhere.
    draft.mask.as_mut().unwrap().separator = vec![Rgb([1, 2, 3])];
    let named = dissolve(&draft, regions, &Sheet::of(regions)).unwrap();
    apply(&mut draft, &named);
    assert!(draft.mask.as_ref().unwrap().separator.is_empty());
}
