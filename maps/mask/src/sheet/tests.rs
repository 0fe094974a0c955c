use super::*;
use proptest::prelude::*;

fn colour(n: u8) -> Rgba {
    Rgba([n, 40, 200 - n, 255])
}

fn stretch(y: u32, start: u32, end: u32) -> Stretch {
    Stretch {
        y,
        columns: start..end,
    }
}

fn pixels(sheet: &Sheet) -> Vec<Rgba> {
    let rows = (0..sheet.height()).flat_map(|y| {
        let runs: Vec<_> = sheet.row(y).collect();
        // Runs cover the row, and neighbours differ.
        assert_eq!((runs[0].0, runs[runs.len() - 1].1), (0, sheet.width()));
        for pair in runs.windows(2) {
            assert!(pair[0].1 == pair[1].0 && pair[0].2 != pair[1].2);
        }
        runs.into_iter()
            .flat_map(|(start, end, colour)| (start..end).map(move |_| colour))
    });
    rows.collect()
}

/// The bands that two sheets do not share.
fn unlike(a: &Sheet, b: &Sheet) -> Vec<usize> {
    let bands = a.bands.iter().zip(&b.bands).enumerate();
    let unlike = bands.filter(|(_, (a, b))| !Arc::ptr_eq(a, b));
    unlike.map(|(at, _)| at).collect()
}

#[test]
fn only_changed_bands_are_copied() {
    let mut sheet = Sheet::new(100, 200, colour(0)).unwrap();
    let before = sheet.clone();
    let patch = sheet.change([stretch(40, 10, 20), stretch(70, 0, 5)], |_| colour(1));
    assert_eq!((patch.area(), patch.rows()), (15, 40..71));
    let undo = sheet.apply(&patch).unwrap();
    assert_eq!(unlike(&sheet, &before), [1, 2]);
    assert_eq!(sheet.run_count(), 203);
    assert_eq!(before.run_count(), 200);
    assert_eq!(before.colour_at(10, 40), Some(colour(0)));
    assert_eq!(sheet.colour_at(10, 40), Some(colour(1)));
    assert_eq!(sheet.colour_at(100, 0), None);
    assert_ne!(sheet, before);
    sheet.apply(&undo).unwrap();
    assert_eq!(sheet, before);
    // The last band is shorter.
    let patch = sheet.change([stretch(199, 0, 1)], |_| colour(1));
    sheet.apply(&patch).unwrap();
    assert_eq!(unlike(&sheet, &before).last(), Some(&6));
}

#[test]
fn a_patch_that_does_not_fit_changes_nothing() {
    let mut sheet = Sheet::new(50, 70, colour(0)).unwrap();
    let one = sheet.change([stretch(3, 10, 20), stretch(60, 0, 50)], |_| colour(1));
    let two = sheet.change([stretch(60, 49, 50)], |_| colour(2));
    sheet.apply(&two).unwrap();
    let before = pixels(&sheet);
    assert_eq!(sheet.apply(&one), Err(PatchError::Stale));
    assert_eq!(pixels(&sheet), before);
    // Of a larger sheet.
    let large = Sheet::new(50, 100, colour(0)).unwrap();
    for y in [69, 75, 99] {
        let patch = large.change([stretch(y, 0, 5)], |_| colour(1));
        assert_eq!(sheet.apply(&patch).is_ok(), y < 70, "{y}");
    }
    let wide = Sheet::new(90, 70, colour(0)).unwrap();
    let patch = wide.change([stretch(1, 40, 60)], |_| colour(1));
    assert_eq!(sheet.apply(&patch), Err(PatchError::Stale));
    assert!(Sheet::new(0, 5, colour(0)).is_err());
    assert!(
        sheet
            .change([stretch(70, 0, 9), stretch(1, 50, 60)], |_| colour(7))
            .is_empty()
    );
}

#[test]
fn a_thousand_strokes_take_less_than_64_mib_to_undo() {
    // As large as masks are drawn, with strokes of a wide brush all over it.
    let side = 8192;
    let mut sheet = Sheet::new(side, side, colour(0)).unwrap();
    let mut bytes = 0;
    for nth in 0..1000_u32 {
        let at = |step: u32| f64::from(nth.wrapping_mul(step) % side);
        let (from, to) = (
            (at(2_741), at(4_099)),
            (at(2_741) + 400.0, at(4_099) + 300.0),
        );
        let drawn = crate::capsule(from, to, 64.0, side);
        let patch = sheet.change(drawn, |_| colour((nth % 200) as u8));
        bytes += sheet.apply(&patch).unwrap().bytes();
    }
    assert!(bytes < 64 << 20, "{bytes}");
    assert!(sheet.run_count() > 100_000, "{}", sheet.run_count());
}

#[test]
fn stretches_of_many_colours_are_one_change() {
    let mut sheet = Sheet::new(50, 70, colour(0)).unwrap();
    let pixels = vec![
        (stretch(60, 40, 99), colour(2)),
        (stretch(3, 20, 30), colour(2)),
        (stretch(3, 10, 20), colour(1)),
        (stretch(70, 0, 9), colour(3)),
        (stretch(5, 0, 9), colour(0)),
    ];
    let patch = sheet.repaint(pixels);
    assert_eq!((patch.area(), patch.rows()), (30, 3..61));
    sheet.apply(&patch).unwrap();
    let colours = [(9, 3), (10, 3), (20, 3), (30, 3), (49, 60)];
    let colours = colours.map(|(x, y)| sheet.colour_at(x, y).unwrap());
    assert_eq!(colours, [0, 1, 2, 0, 2].map(colour));
}

proptest! {
    #[test]
    fn drawing_matches_pixels_and_can_be_undone(
        width in 1_u32..60,
        height in 1_u32..80,
        strokes in prop::collection::vec(
            (
                prop::collection::vec((0_u32..90, 0_u32..70, 0_u32..30), 1..6),
                0_u8..4,
                prop::option::of(0_u8..4),
            ),
            0..20,
        ),
    ) {
        let mut sheet = Sheet::new(width, height, colour(0)).unwrap();
        let mut plain = vec![colour(0); (width * height) as usize];
        let mut undone = Vec::new();
        for (spans, paint, only) in strokes {
            let now = |was: Rgba| match only {
                Some(only) if was != colour(only) => was,
                _ => colour(paint),
            };
            let old = plain.clone();
            for &(y, start, len) in &spans {
                for x in start..(start + len).min(width) {
                    if y < height {
                        let at = (y * width + x) as usize;
                        plain[at] = now(old[at]);
                    }
                }
            }
            let stretches = spans.iter().map(|&(y, start, len)| stretch(y, start, start + len));
            let patch = sheet.change(stretches, now);
            let changed = old.iter().zip(&plain).filter(|(a, b)| a != b).count();
            prop_assert_eq!(patch.area(), changed as u64);
            undone.push((sheet.clone(), sheet.apply(&patch).unwrap()));
            prop_assert_eq!(&pixels(&sheet), &plain);
        }
        let runs: usize = (0..height).map(|y| sheet.row(y).len()).sum();
        prop_assert_eq!(sheet.run_count(), runs);
        // The same mask as if these pixels were read.
        let bytes: Vec<u8> = plain.iter().flat_map(|colour| colour.0).collect();
        let read = Regions::from_pixels(width, height, &crate::PixelFormat::Rgba8, &bytes).unwrap();
        prop_assert!(sheet.regions().unwrap() == read);
        prop_assert!(Sheet::of(&read) == sheet);
        if let Some((before, _)) = undone.first() {
            let all = before.difference_in(&read, 0..before.height()).unwrap();
            let mut again = before.clone();
            again.apply(&all).unwrap();
            prop_assert_eq!(&again, &sheet);
            prop_assert_eq!(before.difference(&sheet), Some(all.clone()));
            prop_assert!(all.bounds().is_some() != all.is_empty());
        }
        while let Some((before, undo)) = undone.pop() {
            let redo = sheet.apply(&undo).unwrap();
            prop_assert_eq!(&sheet, &before);
            prop_assert_eq!(redo.inverse(), undo);
        }
    }
}
