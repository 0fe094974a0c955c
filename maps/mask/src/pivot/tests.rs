use super::*;
use crate::PixelFormat;
use proptest::prelude::*;

/// The greatest squared distance of any pixel of the region, and whether
/// `at` has it, by looking at all pairs of pixels.
fn plain(regions: &Regions, id: RegionId) -> Vec<(Point, u32)> {
    let (width, height) = (regions.width(), regions.height());
    let is_inside =
        |x: i64, y: i64| x >= 0 && y >= 0 && regions.region_at(x as u32, y as u32) == Some(id);
    let outside: Vec<(i64, i64)> = (-1..=i64::from(height))
        .flat_map(|y| (-1..=i64::from(width)).map(move |x| (x, y)))
        .filter(|&(x, y)| !is_inside(x, y))
        .collect();
    regions
        .runs_of(id)
        .flat_map(|run| (run.start..run.end).map(move |x| Point { x, y: run.y }))
        .map(|at| {
            let nearest = outside
                .iter()
                .map(|&(x, y)| (x - i64::from(at.x)).pow(2) + (y - i64::from(at.y)).pow(2))
                .min();
            (at, nearest.unwrap() as u32)
        })
        .collect()
}

fn check(regions: &Regions) {
    let ids = || regions.iter().map(|(id, _)| id);
    for (id, pivot) in ids().zip(pivots(regions, ids())) {
        let distances = plain(regions, id);
        let most = distances.iter().map(|&(_, distance)| distance).max();
        assert_eq!(Some(pivot.distance_squared), most, "{id:?}");
        assert!(distances.contains(&(pivot.at, pivot.distance_squared)));

        // Either way, whichever was taken.
        let mut search = Search::default();
        search.shape.take(regions, id);
        let guess = search.shape.middle_of_longest();
        let guess = Pivot {
            at: guess,
            distance_squared: 1,
        };
        let mut bounded = guess;
        search.bound(&mut bounded);
        assert_eq!(Some(bounded.distance_squared), most, "{id:?}, bounded");
        let mut swept = guess;
        if search.shape.sweep(&mut swept).is_continue() {
            assert_eq!(Some(swept.distance_squared), most, "{id:?}, swept");
        }
        assert!(distances.contains(&(swept.at, swept.distance_squared)) || swept == guess);
    }
}

fn read(width: u32, pixels: &[u8]) -> Regions {
    let height = pixels.len() as u32 / width;
    let pixels = &pixels[..(width * height) as usize];
    Regions::from_pixels(width, height, &PixelFormat::grey(8, None), pixels).unwrap()
}

proptest! {
    #[test]
    fn pivots_agree_with_all_distances(
        width in 1_u32..40,
        pixels in prop::collection::vec(prop_oneof![9 => Just(0_u8), 1 => Just(1)], 40..1200),
    ) {
        check(&read(width, &pixels));
    }

    #[test]
    fn pivots_of_round_and_hollow_regions_agree_too(
        width in 10_u32..60,
        discs in prop::collection::vec((0_i32..60, 0_i32..60, 1_i32..30), 1..6),
    ) {
        let pixels: Vec<u8> = (0..width as i32 * 40)
            .map(|i| {
                let (x, y) = (i % width as i32, i / width as i32);
                discs
                    .iter()
                    .filter(|&&(u, v, r)| (x - u).pow(2) + (y - v).pow(2) <= r * r)
                    .count() as u8
                    % 2
            })
            .collect();
        check(&read(width, &pixels));
    }
}

#[test]
fn a_net_of_lines_with_a_wide_spot_has_its_pivot_there() {
    let side = 400_u32;
    let net = |spot: i64| -> Vec<u8> {
        (0..side * side)
            .map(|i| (i64::from(i % side), i64::from(i / side)))
            .map(|(x, y)| {
                let line = x % 20 < 2 || y % 20 < 2 || (x + 2 * y) % 50 < 3;
                u8::from(line || (x - 300).pow(2) + (y - 100).pow(2) < spot * spot)
            })
            .collect()
    };
    for (spot, squared) in [(6, 36), (40, 1600)] {
        let regions = read(side, &net(spot));
        let lines = regions.region_at(0, 0).unwrap();
        let region = regions.get(lines);
        assert!(region.area / region.runs <= thin::MEAN_RUN);
        assert!(region.runs >= thin::MANY_RUNS);
        let [pivot] = pivots(&regions, [lines])[..] else {
            panic!("one pivot");
        };
        assert!(pivot.distance_squared >= squared, "{pivot:?}");
        let [x, y] = [pivot.at.x.abs_diff(300), pivot.at.y.abs_diff(100)];
        assert!(x <= 3 && y <= 3, "{pivot:?}");
    }
}

#[test]
fn the_middle_of_a_band_is_taken() {
    let regions = read(301, &[0; 301 * 21]);
    let [pivot] = pivots(&regions, [RegionId(0)])[..] else {
        panic!("one pivot");
    };
    assert_eq!(pivot.at, Point { x: 150, y: 10 });
    assert!((pivot.radius() - 11.0).abs() < 1e-12);
}
