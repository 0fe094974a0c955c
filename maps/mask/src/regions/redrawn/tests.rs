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

fn redrawn(before: &[Vec<u8>], after: &[Vec<u8>], rows: Range<u32>) {
    let drawn = mask(before).redrawn(rows, |y, runs| {
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
