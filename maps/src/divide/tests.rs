use super::*;
use proptest::prelude::*;

fn go_on(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Land where a letter stands.
fn drawn(rows: &[&str]) -> Land {
    let pixels = rows.iter().flat_map(|row| row.bytes().map(|b| b != b'.'));
    Land::new(0, 0, rows[0].len(), pixels.collect())
}

/// A disc with a bay, `side` pixels across.
fn bay(side: usize) -> Land {
    let half = side as i64 / 2;
    let pixels = (0..side * side).map(|at| {
        let (x, y) = ((at % side) as i64 - half, (at / side) as i64 - half);
        x * x + y * y < half * half && !(x > 0 && y.abs() < half / 6)
    });
    Land::new(3, 5, side, pixels.collect())
}

/// Pixels of each part, from 1.
fn areas(labels: &[u16], parts: usize) -> Vec<usize> {
    let count = |part| labels.iter().filter(|&&l| usize::from(l) == part).count();
    (1..=parts).map(count).collect()
}

fn pieces(land: &Land, labels: &[u16], parts: usize) -> Vec<usize> {
    let mut pieces = vec![0; parts + 1];
    let mut seen = vec![false; labels.len()];
    for start in 0..labels.len() {
        if seen[start] {
            continue;
        }
        pieces[usize::from(labels[start])] += 1;
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                stack.extend(land.sides(at).filter(|&near| labels[near] == labels[start]));
            }
        }
    }
    pieces.split_off(1)
}

/// Rows of a lattice finer than cells put two sites on one of them.
#[test]
fn sites_are_apart() {
    let land = ["....", ".##.", "..#.", ".##.", "..#.", "...."].concat();
    let mass: Vec<u32> = land.bytes().map(|b| u32::from(b == b'#')).collect();
    let field = Field {
        width: 4,
        cost: mass.clone(),
        mass,
        side: 1,
    };
    let mut sites = lattice::regular(&field, 5, true, &mut Chance::new(27, 13));
    sites.sort_unstable();
    sites.dedup();
    assert_eq!(sites.len(), 5);
}

#[test]
fn parts_are_whole_and_equal() {
    let land = bay(300);
    for style in [Style::Natural, Style::Squares, Style::Hexes] {
        for parts in [2, 7, 23] {
            let labels = divide(&land, parts, style, 5, &mut go_on).unwrap();
            assert!(
                labels
                    .iter()
                    .zip(&land.pixels)
                    .all(|(&label, &land)| (label != Grid::SEA) == land)
            );
            assert_eq!(pieces(&land, &labels, parts), vec![1; parts], "{style:?}");
            let mean = land.area() as f64 / parts as f64;
            for area in areas(&labels, parts) {
                let off = (area as f64 - mean).abs() / mean;
                assert!(off < 0.02, "{style:?}, {parts}: {area} for {mean}");
            }
        }
    }
}

#[test]
fn seeds_are_reproducible_and_differ() {
    let land = bay(120);
    let with = |seed| divide(&land, 6, Style::Natural, seed, &mut go_on).unwrap();
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
    // What any machine must come to.
    let digest = with(1).iter().fold(0_u64, |sum, &label| {
        crate::chance::mix(sum ^ u64::from(label))
    });
    assert_eq!(digest, 0x984F_D934_2B5E_F84B, "{digest:#x}");
}

#[test]
fn islands_get_their_share_and_islets_join_the_nearest() {
    let land = drawn(&[
        "aaaaaaaa......bbbb",
        "aaaaaaaa......bbbb",
        "aaaaaaaa..c...bbbb",
        "aaaaaaaa......bbbb",
    ]);
    let labels = divide(&land, 3, Style::Natural, 1, &mut go_on).unwrap();
    let at = |x: usize, y: usize| labels[y * 18 + x];
    assert_eq!(areas(&labels, 3).into_iter().sum::<usize>(), land.area());
    assert_eq!((at(14, 0), at(17, 3)), (3, 3));
    assert!(at(10, 2) < 3, "the islet is nearer to the west");
    let mut west = areas(&labels, 2);
    west.sort_unstable();
    assert!(west[1] - west[0] <= 3, "{west:?}");
}

#[test]
fn impossible_divisions_are_refused() {
    let land = drawn(&["aa.", ".a."]);
    let refused = |parts| divide(&land, parts, Style::Natural, 1, &mut go_on).unwrap_err();
    assert_eq!(refused(0), DivideError::Parts(0));
    assert_eq!(refused(2_000), DivideError::Parts(2_000));
    let error = DivideError::TooSmall { area: 3, parts: 4 };
    assert_eq!(refused(4), error);
    assert_eq!(
        areas(&divide(&land, 3, Style::Natural, 1, &mut go_on).unwrap(), 3),
        [1; 3]
    );
    let mut stop = |_| ControlFlow::Break(());
    let stopped = divide(&bay(60), 4, Style::Natural, 1, &mut stop);
    assert_eq!(stopped, Err(DivideError::Cancelled));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_land_is_divided(
        width in 1_usize..24,
        pixels in prop::collection::vec(prop::bool::weighted(0.7), 1..300),
        parts in 1_usize..9,
        seed in any::<u64>(),
        style in prop::sample::select(vec![Style::Natural, Style::Squares, Style::Hexes]),
    ) {
        let mut pixels = pixels;
        pixels.resize(pixels.len().next_multiple_of(width), false);
        let land = Land::new(0, 0, width, pixels);
        match divide(&land, parts, style, seed, &mut go_on) {
            Err(error) => {
                let area = land.area();
                prop_assert_eq!(error, DivideError::TooSmall { area, parts });
            }
            Ok(labels) => {
                prop_assert!(areas(&labels, parts).into_iter().all(|area| area > 0));
                for (&label, &is_land) in labels.iter().zip(&land.pixels) {
                    prop_assert_eq!(label != Grid::SEA, is_land);
                }
                // Each part is connected, except for the islets.
                let islands = Island::all(&land, parts);
                let islets = islands.iter().filter(|island| island.parts == 0).count();
                let all: usize = pieces(&land, &labels, parts).into_iter().sum();
                prop_assert_eq!(all, parts + islets);
            }
        }
    }
}

#[test]
fn land_beyond_the_limit_is_refused_before_allocation() {
    use crate::mask::{Rgba, RunBuffer, RunSink, Scan};
    let mut scan = Scan::new();
    scan.begin(8_192, 8_192).unwrap();
    let mut runs = RunBuffer::new();
    runs.push(8_192, Rgba([9, 9, 9, 255]));
    for _ in 0..8_192 {
        scan.row(runs.as_runs()).unwrap();
    }
    let regions = scan.finish().unwrap();
    let land = Land::of(&regions, &[RegionId(0)]).map(|_| ());
    assert_eq!(land, Err(DivideError::TooLarge));
    assert!(Land::of(&regions, &[]).is_ok_and(|land| land.is_none()));
}
