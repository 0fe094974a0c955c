use super::*;
use crate::PixelFormat;
use crate::run::Run;
use proptest::prelude::*;

/// A mask of numbers, or letters.
fn mask(rows: &[Vec<u8>]) -> Regions {
    let rgb = rows.iter().flatten().flat_map(|&of| [of, 7, 9]);
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    let rgb: Vec<u8> = rgb.collect();
    Regions::from_pixels(width, height, &PixelFormat::RGB, &rgb).unwrap()
}

/// Returns whether no run was copied.
fn redrawn(before: &[Vec<u8>], after: &[Vec<u8>], rows: Range<u32>) -> bool {
    let before = mask(before);
    let drawn = before.redrawn(rows, |y, runs| {
        for (end, &of) in (1..).zip(&after[y as usize]) {
            runs.push(end, Rgba([of, 7, 9, 255]));
        }
    });
    let (drawn, anew) = (drawn.unwrap(), mask(after));
    assert!(drawn == anew);
    assert!(drawn.iter().eq(anew.iter()));
    let runs = |of: &Regions| {
        let all: Vec<Vec<Run>> = of.iter().map(|(id, _)| of.runs_of(id).collect()).collect();
        all
    };
    assert_eq!(runs(&drawn), runs(&anew));
    drawn.has_runs_of(&before)
}

#[test]
fn regions_split_and_join_across_the_redrawn_rows() {
    let rows = |of: &[&str]| of.iter().map(|row| row.as_bytes().to_vec()).collect();
    // Three columns that are joined in the fifth row; two of them also further up.
    let before: Vec<Vec<u8>> = rows(&[
        "aaaaa.a", "a...a.a", "a.a.a.a", "a.a.a.a", "aaaaaaa", "..a....", "aaa.aaa",
    ]);
    let mut after = before.clone();
    after[4] = b"a.a.a.a".to_vec();
    redrawn(&before, &after, 4..5);
    redrawn(&after, &before, 4..5);
    after[4] = b".......".to_vec();
    redrawn(&before, &after, 4..5);
    redrawn(&after, &before, 3..7);
    redrawn(&before, &after, 0..9);
    redrawn(&before, &before, 3..3);
    redrawn(&before, &before, 9..11);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_partial_update_of_a_painted_rectangle_equals_a_full_scan(
        (width, height) in (1_usize..40, 1_usize..40),
        cells in prop::collection::vec(0_u8..3, 40 * 40),
        coarse in 1_usize..5,
        (left, top, wide, high) in (0_usize..40, 0_u32..40, 1_usize..12, 1_u32..12),
        colour in 0_u8..4,
        (more_above, more_below) in (0_u32..3, 0_u32..3),
    ) {
        let cell = |x: usize, y: usize| cells[y / coarse * 40 + x / coarse];
        let row = |y: usize| (0..width).map(|x| cell(x, y)).collect();
        let before: Vec<Vec<u8>> = (0..height).map(row).collect();
        let mut after = before.clone();
        let bottom = (top + high).min(height as u32);
        for y in top..bottom {
            let row = &mut after[y as usize];
            row[left.min(width)..(left + wide).min(width)].fill(colour);
        }
        let rows = top.saturating_sub(more_above)..bottom + more_below;
        redrawn(&before, &after, rows.clone());
        redrawn(&after, &before, rows);
    }
}

#[test]
fn regions_that_only_change_colour_keep_their_runs() {
    let rows = |of: &[&str]| of.iter().map(|row| row.as_bytes().to_vec()).collect();
    let before: Vec<Vec<u8>> = rows(&["aabb", ".abb", "aacc", "...."]);
    for (after, is_kept) in [
        (["ddbb", ".dbb", "ddcc", "...."], true),
        (["ddee", ".dee", "ddcc", "...."], true),
        (["bbaa", "cbaa", "bb..", "cccc"], true),
        // In part, joined in a row, and above another.
        (["ddbb", ".abb", "aacc", "...."], false),
        (["bbbb", ".bbb", "bbcc", "...."], false),
        (["aabb", ".abb", "aabb", "...."], false),
    ] {
        let after: Vec<Vec<u8>> = rows(&after);
        assert_eq!(redrawn(&before, &after, 0..4), is_kept);
        assert_eq!(redrawn(&after, &before, 0..4), is_kept);
    }
    // Beyond the rows that were drawn.
    let mut after = before.clone();
    after[1] = b".dbb".to_vec();
    assert!(!redrawn(&before, &after, 1..2));
    after = rows(&["aabb", ".abb", "aa..", "...."]);
    assert!(!redrawn(&before, &after, 2..3));
    assert!(redrawn(
        &before,
        &rows(&["aabb", ".abb", "aadd", "...."]),
        2..3
    ));
}

proptest! {
    #[test]
    fn whole_regions_in_other_colours_equal_a_full_scan(
        (width, height) in (1_usize..24, 1_usize..24),
        cells in prop::collection::vec(0_u8..3, 24 * 24),
        coarse in 1_usize..5,
        colours in prop::collection::vec(prop::option::weighted(0.3, 0_u8..6), 24 * 24),
    ) {
        let cell = |x: usize, y: usize| cells[y / coarse * 24 + x / coarse];
        let row = |y: usize| (0..width).map(|x| cell(x, y)).collect();
        let before: Vec<Vec<u8>> = (0..height).map(row).collect();
        let regions = mask(&before);
        let mut after = before.clone();
        for run in regions.runs() {
            if let Some(colour) = colours[run.region.index()] {
                after[run.y as usize][run.start as usize..run.end as usize].fill(colour);
            }
        }
        redrawn(&before, &after, 0..height as u32);
        redrawn(&after, &before, 0..height as u32);
    }
}

proptest! {
    #[test]
    fn a_partial_update_equals_a_full_scan(
        width in 1_usize..24,
        cells in prop::collection::vec(0_u8..3, 24 * 40),
        height in 1_usize..40,
        coarse in 1_usize..5,
        others in prop::collection::vec(0_u8..3, 24 * 40),
        mut rows in prop::array::uniform2(0_u32..42),
    ) {
        rows.sort_unstable();
        let rows = rows[0]..rows[1];
        let picture = |cells: &[u8]| -> Vec<Vec<u8>> {
            let cell = |x: usize, y: usize| cells[y / coarse * 24 + x / coarse];
            (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
        };
        let (before, other) = (picture(&cells), picture(&others));
        let after: Vec<Vec<u8>> = (0..).zip(before.iter().zip(&other)).map(|(y, (a, b))| {
            if rows.contains(&y) { b.clone() } else { a.clone() }
        }).collect();
        redrawn(&before, &after, rows);
    }
}
