//! Moving land: where it ends up, and what follows it.

use proptest::prelude::*;

use super::*;
use crate::mask::{Sheet, Stretch};

const LANDS: [&str; 8] = [
    "aaaabbbb............",
    "aaaabbbb............",
    "aaaabbbb............",
    "aa..bbbb............",
    "............cccccc..",
    "............cccccc..",
    "............cccccc..",
    "....................",
];

fn moved(
    draft: &mut Draft,
    regions: &Regions,
    who: &[u16],
    how: Placing,
    over: Over,
    copy: bool,
) -> Result<Regions, RedrawError> {
    let keys: Vec<_> = who.iter().map(|&at| key(draft, at)).collect();
    let sheet = Sheet::of(regions);
    let redrawn = shift(draft, regions, &sheet, &[(keys, how)], over, copy)?;
    apply(draft, &redrawn);
    check(draft, &redrawn.regions);
    Ok(redrawn.regions)
}

fn by(x: i32, y: i32) -> Placing {
    Placing {
        by: (x, y),
        ..Placing::default()
    }
}

fn letters(draft: &Draft, regions: &Regions) -> Vec<String> {
    let letter = |x, y| {
        let colour = regions.get(regions.region_at(x, y).unwrap()).colour;
        let mut all = draft.territories.iter();
        let own = all.find(|t| t.colour.map(Rgba::from) == Some(colour));
        own.map_or('.', |t| {
            let name = t.name.text.as_deref().unwrap_or("?");
            name.chars().next().unwrap()
        })
    };
    let row = |y| (0..regions.width()).map(|x| letter(x, y)).collect();
    (0..regions.height()).map(row).collect()
}

/// Positions were computed in 32 bits.
#[test]
fn wide_land_is_enlarged_in_its_place() {
    let row = "a".repeat(20_000);
    let (draft, regions) = map(&[row.as_str()]);
    let lifted = Lifted::of(&draft, &regions, &[key(&draft, 0)]).unwrap();
    let how = Placing {
        scale: Placing::MOST,
        ..Placing::default()
    };
    let columns = 0..20_000;
    assert_eq!(lifted.placed(&how).unwrap(), [[Stretch { y: 0, columns }]]);
    let place = lifted.place(Point::new(10_001, 0), &how);
    assert_eq!(place, Some(Point::new(10_015, 0)));
}

#[test]
fn land_goes_with_its_pivots_and_leaves_sea() {
    let (mut draft, regions) = map(&LANDS);
    let pivots = draft.territories[1].pivots.clone();
    draft.territories[1].badge = Some(Point::new(7, 2));
    let after = moved(&mut draft, &regions, &[1], by(1, 4), Over::All, false).unwrap();
    assert_eq!(
        letters(&draft, &after)[4..],
        [
            ".....bbbb...cccccc..",
            ".....bbbb...cccccc..",
            ".....bbbb...cccccc..",
            ".....bbbb..........."
        ]
    );
    assert_eq!(letters(&draft, &after)[0], "aaaa................");
    let there = Point::new(pivots[0].x + 1, pivots[0].y + 4);
    assert_eq!(draft.territories[1].pivots, [there]);
    assert_eq!(draft.territories[1].badge, Some(Point::new(8, 6)));
    assert_eq!(links(&draft), [], "they do not touch any more");
    // Beside the third, it is linked to that; two that go together stay linked.
    let mut both = map(&LANDS).0;
    moved(&mut both, &regions, &[0, 1], by(4, 4), Over::All, false).unwrap();
    assert_eq!(
        links(&both),
        [(0, 1, By::Land, Way::Both), (1, 2, By::Land, Way::Both)]
    );
}

#[test]
fn other_land_is_covered_or_wins() {
    let (draft, regions) = map(&LANDS);
    let go = |over| {
        let mut draft = draft.clone();
        let after = moved(&mut draft, &regions, &[2], by(-6, -4), over, false);
        after.map(|after| letters(&draft, &after)[..3].to_vec())
    };
    assert_eq!(go(Over::All).unwrap(), ["aaaabbcccccc........"; 3]);
    assert_eq!(go(Over::Sea).unwrap(), ["aaaabbbbcccc........"; 3]);
    let none = moved(
        &mut draft.clone(),
        &regions,
        &[2],
        by(0, 4),
        Over::All,
        false,
    );
    assert!(matches!(none, Err(RedrawError::NoRoom)), "{none:?}");
    let same = moved(
        &mut draft.clone(),
        &regions,
        &[2],
        by(0, 0),
        Over::All,
        false,
    );
    assert!(matches!(same, Err(RedrawError::Unchanged)), "{same:?}");
}

#[test]
fn copies_are_territories_of_their_own() {
    let (mut draft, regions) = map(&LANDS);
    let after = moved(&mut draft, &regions, &[0, 1], by(8, 0), Over::Sea, true).unwrap();
    assert_eq!(letters(&draft, &after)[0], "aaaabbbb????????....");
    assert_eq!(letters(&draft, &after)[5], "............cccccc..");
    assert_eq!(draft.territories.len(), 5);
    let ids: Vec<_> = draft.territories.iter().map(|t| t.id.unwrap().0).collect();
    assert_eq!(ids, [0, 1, 2, 3, 4]);
    let by_land = |a, b| (a, b, By::Land, Way::Both);
    assert_eq!(
        links(&draft),
        [by_land(0, 1), by_land(1, 3), by_land(2, 4), by_land(3, 4)]
    );
    assert_eq!(draft.territories[3].continent, Some(ContinentId(3)));
}

/// The pixels of a picture, turned by a right angle.
fn turned(picture: &[Vec<char>]) -> Vec<Vec<char>> {
    let (width, height) = (picture[0].len(), picture.len());
    let row = |x: usize| (0..height).rev().map(|y| picture[y][x]).collect();
    (0..width).map(row).collect()
}

proptest! {
    #[test]
    fn pixels_come_to_lie_as_in_a_picture(
        blocks in prop::collection::vec((0_usize..12, 0_usize..9, 1_usize..7, 1_usize..7, 0_usize..3), 1..7),
        turns in 0_usize..4,
        mirrored in any::<bool>(),
        wide in any::<bool>(),
        scale in prop::sample::select(vec![40_u16, 100, 100, 170, 300]),
        (dx, dy) in (-20_i32..20, -20_i32..20),
    ) {
        let mut picture = vec![vec!['.'; 18]; 15];
        for (x, y, width, height, of) in blocks {
            for row in &mut picture[y..(y + height).min(15)] {
                let end = (x + width).min(18);
                row[x..end].fill(['a', 'b', 'c'][of]);
            }
        }
        let rows: Vec<String> = picture.iter().map(|row| row.iter().collect()).collect();
        let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
        let (draft, regions) = map(&rows);
        let keys: Vec<_> = draft.territories.iter().map(|t| t.key).collect();
        let lifted = Lifted::of(&draft, &regions, &keys).unwrap();

        let mut pose = Pose::default();
        let is_land = |(_, row): &(usize, &Vec<char>)| row.iter().any(|&pixel| pixel != '.');
        let top = picture.iter().enumerate().find(is_land).unwrap().0;
        let bottom = picture.iter().enumerate().rfind(is_land).unwrap().0 + 1;
        let has = |x: &usize| picture.iter().any(|row| row[*x] != '.');
        let (left, right) = ((0..18).find(has).unwrap(), (0..18).rfind(has).unwrap() + 1);
        let cut = picture[top..bottom].iter().map(|row| row[left..right].to_vec());
        let mut own: Vec<Vec<char>> = cut.collect();
        for _ in 0..turns {
            own = turned(&own);
            pose = pose.turned(true);
        }
        if mirrored {
            pose = pose.mirrored(wide);
            if wide {
                for row in &mut own {
                    row.reverse();
                }
            } else {
                own.reverse();
            }
        }
        prop_assert_eq!(pose.turned(true).turned(false), pose);
        let how = Placing { by: (dx, dy), pose, scale };
        let size = |side: usize| ((side * usize::from(scale) + 50) / 100).max(1);
        let (w, h) = (size(own[0].len()), size(own.len()));
        let nearest = |at: usize, from: usize, to: usize| (2 * at + 1) * from / (2 * to);
        let corner = |low: usize, high: usize, side: usize, by: i32| {
            (low as i32 + high as i32 - side as i32).div_euclid(2) + by
        };
        let (x0, y0) = (corner(left, right, w, dx), corner(top, bottom, h, dy));
        let mut expected = vec![vec!['.'; 18]; 15];
        for y in 0..h {
            for x in 0..w {
                let pixel = own[nearest(y, own.len(), h)][nearest(x, own[0].len(), w)];
                let (x, y) = (x0 + x as i32, y0 + y as i32);
                if (0..18).contains(&x) && (0..15).contains(&y) {
                    expected[y as usize][x as usize] = pixel;
                }
            }
        }
        let mut found = vec![vec!['.'; 18]; 15];
        for (at, pixels) in lifted.placed(&how).unwrap().into_iter().enumerate() {
            let letter = draft.territories[at].name.text.as_deref().unwrap();
            for Stretch { y, columns } in pixels {
                for x in columns {
                    let pixel = &mut found[y as usize][x as usize];
                    prop_assert_eq!(*pixel, '.', "nothing lies over another");
                    *pixel = letter.chars().next().unwrap();
                }
            }
        }
        prop_assert_eq!(&found, &expected);
        // A point of the land goes where its pixel goes.
        for (at, territory) in draft.territories.iter().enumerate() {
            for &pivot in &territory.pivots {
                let to = lifted.place(pivot, &how);
                let letter = draft.territories[at].name.text.as_deref().unwrap();
                if let Some(to) = to.filter(|_| scale >= 100) {
                    let pixel = expected[to.y as usize][to.x as usize];
                    prop_assert_eq!(pixel.to_string(), letter);
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn the_twin_of_land_that_is_put_down_is_its_twin_put_down(
        blocks in prop::collection::vec((0_usize..12, 0_usize..9, 1_usize..7, 1_usize..7), 1..7),
        turns in 0_usize..4,
        mirrored in any::<bool>(),
        scale in prop::sample::select(vec![33_u16, 50, 75, 100, 110, 150, 200]),
        by in (-20_i32..20, -20_i32..20),
        backwards in prop::sample::select(vec![(true, false), (false, true), (true, true)]),
        (width, height) in (18_usize..20, 15_usize..17),
    ) {
        let (across, down) = backwards;
        let mut picture = vec![vec!['.'; width]; height];
        for (x, y, wide, high) in blocks {
            for row in &mut picture[y..(y + high).min(height)] {
                row[x..(x + wide).min(width)].fill('a');
            }
        }
        let lifted = |picture: &[Vec<char>]| {
            let rows: Vec<String> = picture.iter().map(|row| row.iter().collect()).collect();
            let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
            let (draft, regions) = map(&rows);
            Lifted::of(&draft, &regions, &[draft.territories[0].key]).unwrap()
        };
        let own = lifted(&picture);
        let mut twins = picture.clone();
        if across {
            for row in &mut twins {
                row.reverse();
            }
        }
        if down {
            twins.reverse();
        }
        let twin = lifted(&twins);
        let pose = (0..turns).fold(Pose::default(), |pose, _| pose.turned(true));
        let pose = if mirrored { pose.mirrored(true) } else { pose };
        let how = Placing { by, pose, scale };
        let back = |turns: bool, at: u32, length: usize| {
            if turns { length as u32 - 1 - at } else { at }
        };
        let twin_of = |at: Point| Point::new(back(across, at.x, width), back(down, at.y, height));
        let pixels = |lifted: &Lifted, how: &Placing| {
            let placed = lifted.placed(how).unwrap().concat().into_iter();
            let points = placed.flat_map(|Stretch { y, columns }| columns.map(move |x| (x, y)));
            points.map(|(x, y)| Point::new(x, y)).collect::<Vec<_>>()
        };
        let mut expected: Vec<Point> = pixels(&own, &how).into_iter().map(twin_of).collect();
        let mut found = pixels(&twin, &how.backwards(backwards));
        expected.sort_unstable();
        found.sort_unstable();
        prop_assert_eq!(found, expected);
        for (y, row) in picture.iter().enumerate() {
            for x in (0..row.len()).filter(|&x| row[x] == 'a') {
                let at = Point::new(x as u32, y as u32);
                let twins = twin.place(twin_of(at), &how.backwards(backwards));
                prop_assert_eq!(own.place(at, &how).map(twin_of), twins);
            }
        }
    }
}
