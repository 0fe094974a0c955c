//! Resizing and cropping the sheet.

use super::*;

fn letters(draft: &Draft, regions: &Regions) -> Vec<String> {
    let letter = |x, y| {
        let colour = regions.get(regions.region_at(x, y).unwrap()).colour;
        let mut all = draft.territories.iter();
        let own = all.find(|t| t.colour.map(Rgba::from) == Some(colour));
        own.map_or(".", |t| t.name.text.as_deref().unwrap_or("?"))
    };
    let row = |y| (0..regions.width()).map(|x| letter(x, y)).collect();
    (0..regions.height()).map(row).collect()
}

fn frame(left: i32, top: i32, width: u32, height: u32) -> Frame {
    Frame {
        left,
        top,
        width,
        height,
        stretched: false,
    }
}

#[test]
fn a_sheet_grows_and_is_cut_with_pivots_and_links() {
    let (draft, regions) = map(&FOUR);
    let go = |frame: Frame| {
        let mut draft = draft.clone();
        let resized = resized(&draft, &regions, &frame).unwrap();
        apply(&mut draft, &resized);
        check(&draft, &resized.regions);
        (draft, resized.regions)
    };
    let (larger, sheet) = go(frame(-2, -1, 20, 10));
    assert_eq!((sheet.width(), sheet.height()), (20, 10));
    let rows = letters(&larger, &sheet);
    assert_eq!(rows[0], "....................");
    assert_eq!(rows[3], "..bbbbbbbbbbbb..dd..");
    for (now, was) in larger.territories.iter().zip(&draft.territories) {
        let moved: Vec<_> = was
            .pivots
            .iter()
            .map(|p| Point::new(p.x + 2, p.y + 1))
            .collect();
        assert_eq!(now.pivots, moved);
        assert_eq!(now.neighbours, was.neighbours);
    }
    // Cut: `d` has only eight pixels anyway, and stays as it is; `a` is gone, but named.
    let (smaller, sheet) = go(frame(0, 2, 16, 6));
    assert_eq!(letters(&smaller, &sheet)[0], "bbbbbbbbbbbb..dd");
    assert!(smaller.territories[0].pivots.is_empty());
    assert_eq!(smaller.territories.len(), 4);
    assert_eq!(links(&smaller), [(1, 2, By::Land, Way::Both)]);
    // Of a territory a strip of four pixels would be left: a speck.
    let (strip, sheet) = go(frame(11, 0, 5, 8));
    assert!(letters(&strip, &sheet).iter().all(|row| !row.contains('a')));
}

#[test]
fn land_is_stretched_with_the_sheet() {
    let (mut draft, regions) = map(&FOUR);
    let twice = Frame {
        stretched: true,
        ..frame(5, 5, 32, 24)
    };
    let before = letters(&draft, &regions);
    let resized = resized(&draft, &regions, &twice).unwrap();
    apply(&mut draft, &resized);
    check(&draft, &resized.regions);
    let rows = letters(&draft, &resized.regions);
    for (y, row) in rows.iter().enumerate() {
        let doubled: String = before[y / 3].chars().flat_map(|c| [c, c]).collect();
        assert_eq!(*row, doubled);
    }
    assert_eq!(links(&draft).len(), 2);
    let huge = super::super::resized(&draft, &regions, &frame(0, 0, 1 << 20, 8));
    assert!(matches!(huge, Err(RedrawError::Mask(_))));
}

#[test]
fn badges_that_stand_beside_their_land_go_along() {
    let (mut draft, regions) = map(&FOUR);
    let sea = Point::new(13, 1);
    assert_eq!(letters(&draft, &regions)[1].chars().nth(13), Some('.'));
    draft.territories[0].badge = Some(sea);
    // A territory without a colour has no land, but may have pivots.
    let mut lost = draft.fresh_territory();
    lost.name = Names::plain("e".to_owned());
    lost.pivots = vec![Point::new(3, 3), Point::new(15, 7)];
    draft.territories.push(lost);
    let resized = resized(&draft, &regions, &frame(-2, -1, 17, 9)).unwrap();
    apply(&mut draft, &resized);
    assert_eq!(draft.territories[0].badge, Some(Point::new(15, 2)));
    assert_eq!(draft.territories[4].pivots, [Point::new(5, 4)]);
}

#[test]
fn links_stay_where_land_is_stretched() {
    // `a` and `d` touch along two pixels, which is a corner and no link.
    const CORNER: [&str; 8] = [
        "aaaaaabbbb",
        "aaaaaabbbb",
        "aaaaaabbbb",
        "aaaaaabbbb",
        "ccccdddddd",
        "ccccdddddd",
        "ccccdddddd",
        "ccccdddddd",
    ];
    let (mut draft, regions) = map(&CORNER);
    let link = draft.territories[0].neighbours.pop();
    assert_eq!(link.map(|link| link.to), Some(TerritoryId(3)));
    let before = links(&draft);
    let thrice = Frame {
        stretched: true,
        ..frame(0, 0, 30, 24)
    };
    let resized = resized(&draft, &regions, &thrice).unwrap();
    apply(&mut draft, &resized);
    assert_eq!(links(&draft), before);
}

#[test]
fn a_key_colour_of_two_is_parted_first() {
    let (mut draft, regions) = map(&FOUR);
    draft.territories[1].colour = draft.territories[0].colour;
    let resized = resized(&draft, &regions, &frame(-2, 0, 20, 8));
    assert!(matches!(resized, Err(RedrawError::SharedColour)));
}
