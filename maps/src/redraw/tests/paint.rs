//! Painting land: links, pivots, closed borders, and territories that lose all land.

use super::*;
use crate::mask::{Sheet, Stretch};

/// Two lands with sea between, a lake in the first, and a third land on its own.
const LAKE: [&str; 8] = [
    "aaaaaaaa....bbbb....cccc",
    "aaaaaaaa....bbbb....cccc",
    "aa....aa....bbbb....cccc",
    "aa....aa....bbbb....cccc",
    "aa....aa....bbbb....cccc",
    "aaaaaaaa....bbbb....cccc",
    "aaaaaaaa................",
    "aaaaaaaa................",
];

fn block(columns: std::ops::Range<u32>, rows: std::ops::Range<u32>) -> Vec<Stretch> {
    rows.map(|y| Stretch {
        y,
        columns: columns.clone(),
    })
    .collect()
}

fn painted(
    draft: &mut Draft,
    regions: &Regions,
    stretches: Vec<Stretch>,
    what: Paint,
    over: Over,
) -> Result<Regions, RedrawError> {
    let sheet = Sheet::of(regions);
    let redrawn = paint(draft, regions, &sheet, stretches, what, over)?;
    apply(draft, &redrawn);
    check(draft, &redrawn.regions);
    Ok(redrawn.regions)
}

#[test]
fn a_new_territory_takes_all_of_an_unnamed_one() {
    let (mut draft, regions) = map(&LAKE);
    draft.territories[2].name = Names::default();
    let all = block(20..24, 0..5);
    painted(&mut draft, &regions, all, Paint::New, Over::All).unwrap();
    assert_eq!(draft.territories.len(), 3);
    assert_eq!(draft.territories[2].pivots.len(), 1);
}

#[test]
fn slits_close_and_wider_water_does_not() {
    /// A gap of six columns, then one of seven; a gap of two rows below.
    const COASTS: [&str; 16] = [
        "aaaa......................bbbb",
        "aaaa......................bbbb",
        "aaaa......................bbbb",
        "aaaa......................bbbb",
        "aaaa......................bbbb",
        "aaaa......................bbbb",
        "..............................",
        "..............................",
        "..............................",
        "..............................",
        "..............................",
        "..............................",
        "..............................",
        "..............................",
        "..........ccccccccc...........",
        "..........ccccccccc...........",
    ];
    let (mut draft, regions) = map(&COASTS);
    let own = |regions: &Regions, draft: &Draft, x, y| {
        let colour = regions.get(regions.region_at(x, y).unwrap()).colour;
        colour == draft.territories[3].colour.unwrap().into()
    };
    let drawn = painted(
        &mut draft,
        &regions,
        block(10..19, 0..12),
        Paint::New,
        Over::Slits,
    )
    .unwrap();
    for (x, y, is_own) in [
        (4, 0, true),
        (9, 5, true),
        (9, 6, false),
        (19, 3, false),
        (25, 3, false),
        (10, 12, true),
        (18, 13, true),
        (9, 13, false),
    ] {
        assert_eq!(own(&drawn, &draft, x, y), is_own, "{x},{y}");
    }
    // What was there stays, and what now touches is linked.
    assert!(!own(&drawn, &draft, 3, 0) && !own(&drawn, &draft, 12, 14));
    assert_eq!(
        links(&draft),
        [(0, 3, By::Land, Way::Both), (2, 3, By::Land, Way::Both)]
    );
    // By default, no gap closes.
    let (mut draft, regions) = map(&COASTS);
    let stretches = block(10..19, 0..12);
    let plain = painted(&mut draft, &regions, stretches, Paint::New, Over::Sea).unwrap();
    assert!(!own(&plain, &draft, 4, 0) && !own(&plain, &draft, 10, 12));
}

#[test]
fn slits_close_that_lie_aslant() {
    /// Across a slit with these numbers of columns in each row, and this many pixels of the sheet's
    /// middle rows that stay sea in it.
    fn left_open(columns: u32) -> usize {
        let rows: Vec<String> = (0..40_u32)
            .map(|y| {
                let far = (y + columns..80).map(|_| 'a');
                ".".repeat((y + columns) as usize) + &far.collect::<String>()
            })
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let (mut draft, regions) = map(&rows);
        let drawn = (0..40).map(|y| Stretch { y, columns: 0..y });
        let over = Over::Slits;
        let drawn = painted(&mut draft, &regions, drawn.collect(), Paint::New, over).unwrap();
        let sea = (10..30_u32).flat_map(|y| (y..y + columns).map(move |x| (x, y)));
        let is_sea = |&(x, y): &(u32, u32)| {
            let colour = drawn.get(drawn.region_at(x, y).unwrap()).colour;
            colour == Rgb::WHITE.into()
        };
        sea.filter(is_sea).count()
    }
    // Five pixels across, and more than eight.
    assert_eq!(left_open(7), 0);
    assert_eq!(left_open(12), 12 * 20);
}

#[test]
fn land_that_meets_is_linked_and_land_that_parts_is_not() {
    let (mut draft, regions) = map(&LAKE);
    let (a, b) = (key(&draft, 0), key(&draft, 1));
    assert_eq!(links(&draft), []);
    let bridge = block(8..12, 0..3);
    let met = painted(
        &mut draft,
        &regions,
        bridge.clone(),
        Paint::Land(a),
        Over::All,
    )
    .unwrap();
    assert_eq!(links(&draft), [(0, 1, By::Land, Way::Both)]);
    let parted = painted(&mut draft, &met, bridge.clone(), Paint::Sea, Over::All).unwrap();
    assert_eq!(links(&draft), []);
    assert!(parted == regions);
    // A closed border stays closed, and a link by sea stays one by sea.
    let shut = author::close_border(&draft, TerritoryId(0), TerritoryId(1));
    draft.apply(shut).unwrap();
    let sea = author::link(&draft, TerritoryId(1), TerritoryId(2), By::Sea, Way::One);
    draft.apply(sea).unwrap();
    let met = painted(&mut draft, &parted, bridge, Paint::Land(b), Over::All).unwrap();
    let across = block(16..20, 0..5);
    painted(&mut draft, &met, across, Paint::Land(b), Over::Sea).unwrap();
    assert_eq!(links(&draft), [(1, 2, By::Sea, Way::One)]);
    assert!(draft.is_closed(TerritoryId(0), TerritoryId(1)));
}

#[test]
fn new_land_takes_the_free_id_and_the_continent_of_its_longest_border() {
    let (mut draft, regions) = map(&LAKE);
    draft.territories[1].continent = Some(ContinentId(7));
    draft.territories[2].id = Some(TerritoryId(9));
    // Over the sea only: other territories keep their pixels.
    let between = block(7..14, 0..8);
    let drawn = painted(&mut draft, &regions, between, Paint::New, Over::Sea).unwrap();
    let new = &draft.territories[3];
    assert_eq!(
        (new.id, &new.name.text, new.continent),
        (Some(TerritoryId(2)), &None, Some(ContinentId(3)))
    );
    assert_eq!(
        links(&draft),
        [(0, 2, By::Land, Way::Both), (1, 2, By::Land, Way::Both)]
    );
    for (x, id) in [(7, 0), (8, 3), (11, 3), (12, 1)] {
        let region = drawn.region_at(x, 0).unwrap();
        let colour = drawn.get(region).colour;
        assert_eq!(colour, draft.territories[id].colour.unwrap().into());
    }
}

#[test]
fn pivots_in_the_middle_stay_there_and_others_stay_where_they_are() {
    let (mut draft, regions) = map(&LAKE);
    let c = key(&draft, 2);
    let before = draft.territories[2].pivots.clone();
    let south = block(20..24, 6..8);
    let drawn = painted(
        &mut draft,
        &regions,
        south.clone(),
        Paint::Land(c),
        Over::All,
    )
    .unwrap();
    assert_ne!(draft.territories[2].pivots, before);
    painted(&mut draft, &drawn, south.clone(), Paint::Sea, Over::All).unwrap();
    assert_eq!(draft.territories[2].pivots, before);
    let moved = author::move_pivot(&draft, c, 0, Point::new(23, 0));
    draft.apply(moved).unwrap();
    painted(&mut draft, &regions, south, Paint::Land(c), Over::All).unwrap();
    assert_eq!(draft.territories[2].pivots, [Point::new(23, 0)]);
}

#[test]
fn land_painted_over_stays_if_it_has_a_name() {
    for named in [true, false] {
        let (mut draft, regions) = map(&LAKE);
        let link = author::link(&draft, TerritoryId(0), TerritoryId(2), By::Sea, Way::Both);
        draft.apply(link).unwrap();
        if !named {
            draft.territories[2].name = Names::default();
        }
        let sheet = Sheet::of(&regions);
        let all = block(19..24, 0..8);
        let redrawn = paint(&draft, &regions, &sheet, all, Paint::Sea, Over::All).unwrap();
        apply(&mut draft, &redrawn);
        assert_eq!(draft.territories.len(), if named { 3 } else { 2 });
        assert_eq!(links(&draft).len(), usize::from(named));
        assert!(!named || draft.territories[2].pivots.is_empty());
    }
}

#[test]
fn fragments_that_are_too_small_are_absorbed() {
    let (mut draft, regions) = map(&LAKE);
    let b = key(&draft, 1);
    // Cuts two rows of four pixels off the eastern land: they go to the sea around them.
    let strait = block(18..24, 2..4);
    let drawn = painted(&mut draft, &regions, strait, Paint::Sea, Over::All).unwrap();
    assert_eq!(drawn.region_at(22, 0), drawn.region_at(17, 0));
    let unchanged = |stretches, what, over| {
        let sheet = Sheet::of(&drawn);
        let error = paint(&draft, &drawn, &sheet, stretches, what, over).unwrap_err();
        matches!(error, RedrawError::Unchanged)
    };
    // Four pixels in the open sea do not become land.
    assert!(unchanged(block(9..11, 3..5), Paint::New, Over::Sea));
    assert!(unchanged(block(12..16, 0..6), Paint::Land(b), Over::All));
}

#[test]
fn lakes_and_strays_are_filled_and_the_sea_is_not() {
    let (draft, regions) = map(&LAKE);
    let sheet = Sheet::of(&regions);
    let lake = Point::new(3, 3);
    let filled = fill(&draft, &regions, &sheet, lake, None, 0).unwrap();
    let of_a = filled.regions.region_at(0, 0).unwrap();
    assert_eq!(filled.regions.get(of_a).area, 64);
    let b = key(&draft, 1);
    let island = fill(&draft, &regions, &sheet, lake, Some(b), 0).unwrap();
    let mut with_island = draft.clone();
    apply(&mut with_island, &island);
    check(&with_island, &island.regions);
    assert_eq!(with_island.territories[1].pivots.len(), 2);
    assert_eq!(links(&with_island), [(0, 1, By::Land, Way::Both)]);
    // And back: the island is a stray of b.
    let sheet = Sheet::of(&island.regions);
    let back = fill(&with_island, &island.regions, &sheet, lake, None, 0).unwrap();
    assert!(back.regions == filled.regions);
    let sheet = Sheet::of(&regions);
    let refused = |at: (u32, u32), into| {
        let at = Point::new(at.0, at.1);
        fill(&draft, &regions, &sheet, at, into, 0).unwrap_err()
    };
    assert!(matches!(refused((9, 7), None), RedrawError::OpenSea));
    assert!(matches!(refused((13, 1), None), RedrawError::WholeLand));
    assert!(matches!(refused((99, 1), None), RedrawError::OffMask(_)));
}

/// A sea that is a narrow ring, though with a wide bay, is not filled for a bay.
#[test]
fn a_narrow_ring_of_sea_is_the_open_sea() {
    let rows = [
        "........................",
        "........................",
        "..aaaaaaaaaaaaaaaaaaaa..",
        "......aaaaaaaaaaaaaaaa..",
        "......aaaaaaaaaaaaaaaa..",
        "......aaaaaaaaaaaaaaaa..",
        "......aaaaaaaaaaaaaaaa..",
        "..aaaaaaaaaaaaaaaaaaaa..",
        "........................",
        "........................",
    ];
    let (draft, regions) = map(&rows);
    let sheet = Sheet::of(&regions);
    let filled = |x, y| {
        let at = Point::new(x, y);
        fill(&draft, &regions, &sheet, at, None, 3)
    };
    assert!(matches!(filled(20, 0), Err(RedrawError::OpenSea)));
    // The bay is what narrow water shuts off.
    assert!(
        filled(4, 5)
            .is_ok_and(|bay| bay.regions.region_at(20, 0) == Some(crate::mask::RegionId(0)))
    );
}

#[test]
fn a_stroke_can_stay_within_its_continent() {
    let (mut draft, regions) = map(&FOUR);
    draft.territories[2].continent = None;
    let painted_over = |draft: &Draft, id, over| {
        let mut draft = draft.clone();
        let land = Paint::Land(key(&draft, id));
        let all = block(4..16, 0..8);
        let after = painted(&mut draft, &regions, all, land, over).unwrap();
        let colour = |x, y| after.get(after.region_at(x, y).unwrap()).colour.rgb();
        let own = draft.territories[usize::from(id)].colour;
        [(5, 0), (5, 4), (5, 7), (15, 4), (13, 4)].map(|(x, y)| Some(colour(x, y)) == own)
    };
    let over = painted_over(&draft, 0, Over::Continent);
    assert_eq!(over, [true, true, false, true, true], "not over c");
    let alone = painted_over(&draft, 2, Over::Continent);
    assert_eq!(
        alone,
        [false, false, true, false, true],
        "c has no continent"
    );
    assert_eq!(painted_over(&draft, 2, Over::All), [true; 5]);
}

#[test]
fn a_line_cuts_all_that_it_crosses_and_several_become_one() {
    let (mut draft, regions) = map(&FOUR);
    let line = [Point::new(6, 0), Point::new(6, 7)];
    let all = cut_all(&draft, &regions, &line, &[]).unwrap();
    let only = [key(&draft, 1)];
    let one = cut_all(&draft, &regions, &line, &only).unwrap();
    assert_eq!((all.touched.len(), one.touched.len()), (6, 2));
    let before = draft.clone();
    apply(&mut draft, &all);
    check(&draft, &all.regions);
    assert_eq!(draft.territories.len(), 7);
    let keys: Vec<_> = draft.territories.iter().map(|t| t.key).collect();
    let merged = merge_all(&draft, &all.regions, &[keys[0], keys[1], keys[2]]).unwrap();
    apply(&mut draft, &merged);
    check(&draft, &merged.regions);
    assert_eq!(draft.territories.len(), 5);
    assert_eq!(merged.touched.len(), 1);
    let miss = [Point::new(13, 0), Point::new(13, 7)];
    let missed = cut_all(&before, &regions, &miss, &[]);
    assert!(matches!(missed, Err(RedrawError::Missed)));
    let far = Point::new(u32::MAX, u32::MAX);
    let off = cut_all(&before, &regions, &[Point::new(0, 0), far], &[]);
    assert!(matches!(off, Err(RedrawError::OffMask(point)) if point == far));
}

#[test]
fn masks_with_lines_or_without_a_sea_are_refused() {
    let (draft, regions) = map(&LAKE);
    let sheet = Sheet::of(&regions);
    let refused = |change: fn(&mut MaskFile)| {
        let mut draft = draft.clone();
        change(draft.mask.as_mut().unwrap());
        let pixels = block(8..12, 0..4);
        paint(&draft, &regions, &sheet, pixels, Paint::New, Over::Sea).unwrap_err()
    };
    let lines = refused(|mask| mask.separator.push(Rgb::BLACK));
    assert!(matches!(lines, RedrawError::Lines), "{lines}");
    let dry = refused(|mask| mask.background.clear());
    assert!(matches!(dry, RedrawError::NoSea), "{dry}");
}

#[test]
fn land_between_two_parts_them_where_narrow_water_does_not() {
    const STRAIT: [&str; 6] = [
        "aaaaaa...bbbbbb",
        "aaaaaa...bbbbbb",
        "aaaaaa...bbbbbb",
        "aaaaaa...bbbbbb",
        "aaaaaa...bbbbbb",
        "aaaaaa...bbbbbb",
    ];
    let (mut draft, regions) = map(&STRAIT);
    draft.mask.as_mut().unwrap().gap = Some(3);
    let linked = author::link(&draft, TerritoryId(0), TerritoryId(1), By::Land, Way::Both);
    draft.apply(linked).unwrap();
    let between = block(6..9, 0..6);
    let by_land = |a, b| (a, b, By::Land, Way::Both);
    let drawn = painted(&mut draft, &regions, between.clone(), Paint::New, Over::Sea).unwrap();
    assert_eq!(links(&draft), [by_land(0, 2), by_land(1, 2)]);
    painted(&mut draft, &drawn, between, Paint::Sea, Over::All).unwrap();
    assert_eq!(links(&draft), [by_land(0, 1)]);
}
