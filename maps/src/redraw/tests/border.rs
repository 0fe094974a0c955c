//! Borders pushed and reshaped: what moves, and that nothing is torn or lost.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::mask::{Sheet, Stretch};

/// A mask given pixel by pixel.
fn painted(width: u32, height: u32, colour: impl Fn(u32, u32) -> Rgb) -> Regions {
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let bytes: Vec<u8> = pixels.flat_map(|(x, y)| colour(x, y).0).collect();
    Regions::from_pixels(width, height, &PixelFormat::RGB, &bytes).unwrap()
}

const A: Rgb = Rgb::new(200, 60, 60);
const B: Rgb = Rgb::new(60, 160, 60);
const C: Rgb = Rgb::new(60, 60, 200);

fn after(regions: &Regions, pixels: &[(Stretch, Rgba)]) -> Regions {
    let mut sheet = Sheet::of(regions);
    for (stretch, colour) in pixels {
        let patch = sheet.change([stretch.clone()], |_| *colour);
        sheet.apply(&patch).unwrap();
    }
    sheet.regions().unwrap()
}

/// How many regions each colour has, and the area of the smallest.
fn parts(regions: &Regions) -> BTreeMap<Rgba, (usize, u32)> {
    let mut parts = BTreeMap::new();
    for (_, region) in regions.iter() {
        let (count, least) = parts.entry(region.colour).or_insert((0, u32::MAX));
        *count += 1;
        *least = region.area.min(*least);
    }
    parts
}

fn nothing_is_torn(before: &Regions, after: &Regions) {
    let (was, is) = (parts(before), parts(after));
    assert_eq!(was.len(), is.len());
    for (colour, (count, least)) in was {
        let (now, smallest) = is[&colour];
        assert_eq!(now, count, "parts of {colour:?}");
        assert!(smallest >= least.min(9), "a speck of {smallest} pixels");
    }
}

/// Pixels along which two colours touch.
fn length(regions: &Regions, a: Rgb, b: Rgb) -> usize {
    let at = |x, y| Some(regions.get(regions.region_at(x, y)?).colour.rgb());
    let mut length = 0;
    for y in 0..regions.height() {
        for x in 0..regions.width() {
            for near in [at(x + 1, y), at(x, y + 1)] {
                let pair = (at(x, y), near);
                length += usize::from(pair == (Some(a), Some(b)) || pair == (Some(b), Some(a)));
            }
        }
    }
    length
}

#[test]
fn a_push_is_the_warp_that_it_says() {
    let half = |x: u32, _| if x < 40 { A } else { B };
    let regions = painted(96, 80, half);
    let (from, to, radius) = ((40.0, 40.0), (54.0, 36.0), 30.0);
    let push = Push::new(from, to, radius).unwrap();
    let pushed = after(&regions, &push.pushed(&regions));
    assert!(pushed == after(&regions, &push.seen(&regions)));
    let mut changed = 0;
    for y in 0..80 {
        for x in 0..96 {
            let at = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            let r = (at.0 - to.0).hypot(at.1 - to.1) / radius;
            let share = if r < 1.0 { (1.0 - r * r).powi(2) } else { 0.0 };
            let expected = half((at.0 - (to.0 - from.0) * share) as u32, y);
            let now = pushed.get(pushed.region_at(x, y).unwrap()).colour.rgb();
            assert_eq!(now, expected, "{x} {y}");
            changed += u32::from(expected != half(x, y));
        }
    }
    assert!(changed > 200, "{changed}");
    // The pixel that was pushed is where the pointer is.
    let tip = |x| pushed.get(pushed.region_at(x, 36).unwrap()).colour.rgb();
    assert_eq!((tip(53), tip(55)), (A, B));
    assert!(Push::new(from, from, radius).is_none());
    assert!(Push::new(from, (f64::NAN, 0.0), radius).is_none());
    assert!(Push::new((-1e9, 0.0), (1e9, 1e9), 1e9).is_some());
}

#[test]
fn narrow_land_moves_along_and_is_not_lost() {
    // An island of four columns in a sea, pushed thirty pixels.
    let regions = painted(120, 60, |x, y| {
        if (20..24).contains(&x) && (26..34).contains(&y) {
            A
        } else {
            B
        }
    });
    let push = Push::new((22.0, 30.0), (52.0, 30.0), 30.0).unwrap();
    let pushed = after(&regions, &push.pushed(&regions));
    nothing_is_torn(&regions, &pushed);
    let island = pushed.iter().find(|(_, of)| of.colour == A.into()).unwrap();
    let (x, _) = island.1.centroid();
    assert!((48.0..56.0).contains(&x), "{x}");
    assert!(island.1.area >= 20, "{}", island.1.area);
}

#[test]
fn a_border_goes_from_junction_to_junction() {
    let regions = painted(40, 30, |x, y| match (x, y) {
        (_, 0..10) => A,
        (0..20, _) => B,
        _ => C,
    });
    let border = Border::near(&regions, (21.0, 20.0), 5.0, None).unwrap();
    assert_eq!(border.line().first(), Some(&Point::new(20, 10)));
    assert_eq!(border.line().last(), Some(&Point::new(20, 30)));
    assert_eq!(border.line().len(), 21);
    assert!(Border::near(&regions, (30.0, 20.0), 5.0, None).is_none());
    let beside = Border::near(&regions, (19.0, 11.5), 9.0, Some([C.into(), A.into()]));
    let line = beside.unwrap().line().to_vec();
    assert_eq!(line.len(), 21);
    assert!(line.iter().all(|at| at.y == 10 && at.x >= 20));
    // An island has one closed border.
    let island = painted(30, 30, |x, y| {
        if (10..14).contains(&x) && (8..20).contains(&y) {
            A
        } else {
            B
        }
    });
    let around = Border::near(&island, (10.0, 9.0), 5.0, None).unwrap();
    assert_eq!(around.line().len(), 2 * (4 + 12) + 1);
    assert_eq!(around.line().first(), around.line().last());
}

#[test]
fn a_border_is_straightened_smoothed_and_roughened() {
    // A saw of teeth eight wide and six deep.
    let regions = painted(120, 60, |x, y| {
        let tooth = (x % 16).min(16 - x % 16) * 6 / 8;
        if y < 26 + tooth { A } else { B }
    });
    let saw = length(&regions, A, B);
    let reshape = |regions: &Regions, how, size| {
        let border = Border::near(regions, (60.0, 29.0), 20.0, None).unwrap();
        let reshaped = after(regions, &reshaped(regions, &border, how, size));
        nothing_is_torn(regions, &reshaped);
        reshaped
    };
    let straight = reshape(&regions, Reshape::Straighten, 40);
    assert!(
        length(&straight, A, B) <= 126,
        "{}",
        length(&straight, A, B)
    );
    let smooth = reshape(&regions, Reshape::Smooth, 64);
    let smoothed = length(&smooth, A, B);
    assert!(smoothed < saw - 40, "{smoothed} of {saw}");
    let rough = reshape(&straight, Reshape::Roughen(7), 32);
    assert!(length(&rough, A, B) > 140, "{}", length(&rough, A, B));
    assert!(rough == reshape(&straight, Reshape::Roughen(7), 32));
    assert!(rough != reshape(&straight, Reshape::Roughen(8), 32));
    // Where it meets the edge of the sheet it stays as it was.
    let ends = |regions: &Regions| [0, 119].map(|x| regions.region_at(x, 26));
    assert_eq!(
        ends(&rough).map(|id| id.map(|id| id.0)),
        ends(&straight).map(|id| id.map(|id| id.0))
    );
}

#[test]
fn links_and_pivots_follow_a_border_that_was_pushed() {
    let (mut draft, regions) = map(&[
        "aaaaaaaabbbbbbbb....cccc",
        "aaaaaaaabbbbbbbb....cccc",
        "aaaaaaaabbbbbbbb....cccc",
        "aaaaaaaabbbbbbbb....cccc",
        "aaaaaaaabbbbbbbb....cccc",
        "aaaaaaaabbbbbbbb....cccc",
        "........................",
        "........................",
    ]);
    let sheet = Sheet::of(&regions);
    let push = Push::new((8.0, 3.0), (11.0, 3.0), 12.0).unwrap();
    let pixels = push.pushed(&regions);
    let redrawn = reshape(&draft, &regions, &sheet, &pixels).unwrap();
    apply(&mut draft, &redrawn);
    check(&draft, &redrawn.regions);
    nothing_is_torn(&regions, &redrawn.regions);
    assert_eq!(links(&draft), [(0, 1, By::Land, Way::Both)]);
    let nothing = reshape(&draft, &regions, &sheet, &[]);
    assert!(matches!(nothing, Err(RedrawError::Unchanged)));
    draft.mask.as_mut().unwrap().separator.push(Rgb::BLACK);
    let lines = reshape(&draft, &regions, &sheet, &pixels);
    assert!(matches!(lines, Err(RedrawError::Lines)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_ever_torn_joined_or_lost(
        blocks in prop::collection::vec((0_u32..40, 0_u32..30, 1_u32..20, 1_u32..20, 0_usize..4), 1..12),
        from in (0.0..48.0_f64, 0.0..36.0_f64),
        to in (-9.0..57.0_f64, -9.0..45.0_f64),
        size in 4_u16..40,
        seed in any::<u64>(),
    ) {
        let colour = |x: u32, y: u32| {
            let on = |&&(left, top, width, height, _): &&(u32, u32, u32, u32, usize)| {
                (left..left + width).contains(&x) && (top..top + height).contains(&y)
            };
            blocks.iter().rfind(on).map_or(Rgb::WHITE, |block| [A, B, C, Rgb::WHITE][block.4])
        };
        let regions = painted(48, 36, colour);
        if let Some(push) = Push::new(from, to, f64::from(size)) {
            nothing_is_torn(&regions, &after(&regions, &push.pushed(&regions)));
        }
        if let Some(border) = Border::near(&regions, from, 20.0, None) {
            let line = border.line();
            let step = |two: &[Point]| two[0].x.abs_diff(two[1].x) + two[0].y.abs_diff(two[1].y);
            let is_whole = line.windows(2).all(|two| step(two) == 1);
            prop_assert!(is_whole);
            for how in [Reshape::Straighten, Reshape::Smooth, Reshape::Roughen(seed)] {
                nothing_is_torn(&regions, &after(&regions, &reshaped(&regions, &border, how, size)));
            }
        }
    }
}
