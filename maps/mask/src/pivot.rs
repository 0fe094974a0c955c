//! Where a number stands best: the centre of the largest circle that fits into
//! a region, also known as its pole of inaccessibility.

mod shape;
mod thin;

use std::collections::BinaryHeap;

use crate::place::Point;

use super::regions::{Bounds, Regions};
use super::run::RegionId;
use shape::{Distance, LATTICE, Shape, Stop};

/// The pixel of a region that is farthest from everything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pivot {
    /// The pixel.
    pub at: Point,
    /// The square of its distance, centre to centre, to the nearest pixel
    /// outside the region, where everything beyond the edges of the mask counts
    /// as outside; at least 1.
    pub distance_squared: u32,
}

impl Pivot {
    /// Distance in pixels from the pivot's centre to the centre of the nearest
    /// pixel outside. A disc around the pivot stays inside the region as long as
    /// its radius is at most about half a pixel less.
    pub fn radius(&self) -> f64 {
        f64::from(self.distance_squared).sqrt()
    }
}

/// The pivot of each region of `ids`, in their order.
///
/// Exact: no pixel of the region is farther from the outside. Where several are
/// equally far, the centroid is taken if it is among them, else any of
/// them; always the same one for the same mask.
///
/// Branch and bound on squares of pixels: moving by one pixel changes the
/// distance by one at most, so the distance of a square's centre bounds that of
/// its other pixels. A distance is found row by row from the region's runs, as
/// many rows as it is long; some 75 of them settle a region. That would look at
/// every square of a net of lines; thin regions of many runs are settled by
/// shrinking their runs instead, in time proportional to them.
///
/// # Panics
/// If an id is of another mask and too large for this one.
pub fn pivots(regions: &Regions, ids: impl IntoIterator<Item = RegionId>) -> Vec<Pivot> {
    let mut search = Search::default();
    ids.into_iter()
        .map(|id| search.pivot(regions, id))
        .collect()
}

/// Room for the search, reused from region to region.
#[derive(Default)]
struct Search {
    shape: Shape,
    /// Squares that may hold a better pixel, the most promising one on top.
    open: BinaryHeap<Square>,
}

/// Pixels `x..x + side`, `y..y + side`, as far as they lie within the bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Square {
    /// No pixel of the square has a greater squared distance.
    at_most: u32,
    side: u32,
    x: u32,
    y: u32,
}

impl Search {
    fn pivot(&mut self, regions: &Regions, id: RegionId) -> Pivot {
        self.shape.take(regions, id);
        let region = regions.get(id);
        let mut best = self.guess(region.centroid());
        let net = region.runs >= thin::MANY_RUNS && region.area / region.runs <= thin::MEAN_RUN;
        if !net || self.shape.sweep(&mut best).is_break() {
            self.bound(&mut best);
        }
        best
    }

    /// The better of two pixels that are good as a rule: the middle of the
    /// longest run and the centroid.
    fn guess(&self, centroid: (f64, f64)) -> Pivot {
        let middle = self.shape.middle_of_longest();
        let centroid = Point {
            x: centroid.0 as u32,
            y: centroid.1 as u32,
        };
        let inside = |at| match self.shape.distance(at, Stop::Never) {
            Distance::Inside(squared) => squared,
            Distance::Outside(_) | Distance::Stopped => 0,
        };
        let (of_middle, of_centroid) = (inside(middle), inside(centroid));
        if of_centroid >= of_middle {
            Pivot {
                at: centroid,
                distance_squared: of_centroid,
            }
        } else {
            Pivot {
                at: middle,
                distance_squared: of_middle,
            }
        }
    }

    /// Makes `best` the best pixel of the region by branch and bound.
    fn bound(&mut self, best: &mut Pivot) {
        let bounds = self.shape.bounds;
        let side = 1 << bounds.width().min(bounds.height()).ilog2();
        for y in (bounds.top..bounds.bottom).step_by(side as usize) {
            for x in (bounds.left..bounds.right).step_by(side as usize) {
                self.try_square(x, y, side, best);
            }
        }
        while let Some(square) = self.open.pop() {
            if square.at_most <= best.distance_squared {
                self.open.clear();
                break;
            }
            let half = square.side / 2;
            for (x, y) in [(0, 0), (half, 0), (0, half), (half, half)] {
                let (x, y) = (square.x + x, square.y + y);
                if x < bounds.right && y < bounds.bottom {
                    self.try_square(x, y, half, best);
                }
            }
        }
    }

    /// Measures the centre of a square and keeps the square if another of its
    /// pixels may be better.
    fn try_square(&mut self, x: u32, y: u32, side: u32, best: &mut Pivot) {
        let Bounds { right, bottom, .. } = self.shape.bounds;
        let (last_x, last_y) = ((x + side).min(right) - 1, (y + side).min(bottom) - 1);
        let at = Point {
            x: x.midpoint(last_x),
            y: y.midpoint(last_y),
        };
        // From the centre to the farthest pixel of the square.
        let reach = f64::from(last_x - at.x).hypot(f64::from(last_y - at.y));
        let best_radius = best.radius();
        let distance = self
            .shape
            .distance(at, Stop::when_hopeless(best_radius, reach));
        let bound = match distance {
            Distance::Stopped => return,
            Distance::Inside(squared) => {
                if squared > best.distance_squared {
                    *best = Pivot {
                        at,
                        distance_squared: squared,
                    };
                }
                f64::from(squared).sqrt() + reach
            }
            Distance::Outside(squared) => reach.min(reach - f64::from(squared).sqrt() + LATTICE),
        };
        if side > 1 && bound > 0.0 {
            // Squared distances are whole; the small addition is far more than
            // the rounding of the lines above.
            let at_most = (bound * bound + 1e-3) as u32;
            if at_most > best.distance_squared {
                self.open.push(Square {
                    at_most,
                    side,
                    x,
                    y,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
}
