//! Where a number stands best: the centre of the largest circle that fits into
//! a region, also known as its pole of inaccessibility.

use std::collections::BinaryHeap;

use crate::Point;

use super::regions::{Bounds, RegionId, Regions};

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
/// many rows as it is long; some 75 of them settle a region.
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
        let bounds = region.bounds;
        let longest = self.shape.middle_of_longest();
        let mut best = Pivot {
            at: longest,
            distance_squared: match self.shape.distance(longest, Stop::Never) {
                Distance::Inside(squared) => squared,
                // The middle of a run lies inside.
                Distance::Outside(_) | Distance::Stopped => 1,
            },
        };
        let (x, y) = region.centroid();
        let centroid = Point {
            x: x as u32,
            y: y as u32,
        };
        if let Distance::Inside(squared) = self.shape.distance(centroid, Stop::Never)
            && squared >= best.distance_squared
        {
            best = Pivot {
                at: centroid,
                distance_squared: squared,
            };
        }

        let side = 1 << bounds.width().min(bounds.height()).ilog2();
        for y in (bounds.top..bounds.bottom).step_by(side as usize) {
            for x in (bounds.left..bounds.right).step_by(side as usize) {
                self.try_square(x, y, side, &mut best);
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
                    self.try_square(x, y, half, &mut best);
                }
            }
        }
        best
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

/// If no pixel of the region is closer to a centre than `g`, a pixel of the
/// region at distance `t` from that centre has one outside it within `t - g`
/// and this much: the pixel nearest to the point that lies that far towards the
/// centre is less than √½ off, and √½ further in to be surely closer than `g`.
const LATTICE: f64 = 1.415;

/// When to give up measuring.
#[derive(Clone, Copy)]
enum Stop {
    Never,
    /// When the pixel turns out to lie inside with a squared distance of
    /// `inside` or less, or outside and at least `outside` rows from the region.
    Hopeless {
        inside: f64,
        outside: f64,
    },
}

impl Stop {
    /// When no pixel within `reach` can be better than `best`.
    fn when_hopeless(best: f64, reach: f64) -> Self {
        let inside = best - reach - 1e-6;
        Self::Hopeless {
            inside: if inside > 0.0 { inside * inside } else { -1.0 },
            outside: reach + LATTICE - best + 1e-6,
        }
    }
}

/// A squared distance between centres of pixels.
#[derive(Clone, Copy)]
enum Distance {
    /// To the nearest pixel outside.
    Inside(u32),
    /// To the nearest pixel inside.
    Outside(u32),
    /// It was not worth to measure on.
    Stopped,
}

/// A region's runs by row.
struct Shape {
    bounds: Bounds,
    /// Where each row's runs start in `spans`, then their number.
    rows: Vec<u32>,
    /// Start and end of each run.
    spans: Vec<(u16, u16)>,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            bounds: Bounds {
                left: 0,
                top: 0,
                right: 0,
                bottom: 0,
            },
            rows: Vec::new(),
            spans: Vec::new(),
        }
    }
}

impl Shape {
    fn take(&mut self, regions: &Regions, id: RegionId) {
        self.bounds = regions.get(id).bounds;
        self.rows.clear();
        self.spans.clear();
        let mut next = self.bounds.top;
        for run in regions.runs_of(id) {
            if run.y == next {
                self.rows.push(self.spans.len() as u32);
                next += 1;
            }
            self.spans.push((run.start as u16, run.end as u16));
        }
        self.rows.push(self.spans.len() as u32);
    }

    fn middle_of_longest(&self) -> Point {
        let mut best = (0, Point { x: 0, y: 0 });
        for (y, rows) in (self.bounds.top..).zip(self.rows.windows(2)) {
            for &(start, end) in &self.spans[rows[0] as usize..rows[1] as usize] {
                if end - start > best.0 {
                    let x = u32::from(start.midpoint(end - 1));
                    best = (end - start, Point { x, y });
                }
            }
        }
        best.1
    }

    /// The distance of a pixel within the bounds from the region's border.
    fn distance(&self, at: Point, stop: Stop) -> Distance {
        let (inside, outside) = match stop {
            Stop::Never => (-1.0, f64::INFINITY),
            Stop::Hopeless { inside, outside } => (inside, outside),
        };
        match self.along_row(at.x, at.y) {
            Along::Inside(distance) => {
                // Saturates: a negative limit means that one never stops.
                let limit = inside as u32;
                let mut squared = distance * distance;
                let mut rows = 1;
                while rows * rows < squared {
                    if squared <= limit {
                        return Distance::Stopped;
                    }
                    for y in [at.y.wrapping_sub(rows), at.y + rows] {
                        let beside = match self.row(y) {
                            Some(_) => match self.along_row(at.x, y) {
                                Along::Inside(distance) => distance,
                                Along::Outside(_) => 0,
                            },
                            None => 0,
                        };
                        squared = squared.min(rows * rows + beside * beside);
                    }
                    rows += 1;
                }
                Distance::Inside(squared)
            }
            Along::Outside(distance) => {
                let mut squared = distance.saturating_mul(distance);
                let mut rows = 1_u32;
                while rows * rows < squared {
                    if f64::from(rows) > outside {
                        return Distance::Stopped;
                    }
                    for y in [at.y.wrapping_sub(rows), at.y + rows] {
                        if self.row(y).is_some() {
                            let beside = match self.along_row(at.x, y) {
                                Along::Inside(_) => 0,
                                Along::Outside(distance) => distance,
                            };
                            squared = squared
                                .min((rows * rows).saturating_add(beside.saturating_mul(beside)));
                        }
                    }
                    rows += 1;
                }
                Distance::Outside(squared)
            }
        }
    }

    fn row(&self, y: u32) -> Option<usize> {
        (self.bounds.top..self.bounds.bottom)
            .contains(&y)
            .then(|| (y - self.bounds.top) as usize)
    }

    /// How far column `x` of row `y` is from the nearest change in that row.
    fn along_row(&self, x: u32, y: u32) -> Along {
        let row = (y - self.bounds.top) as usize;
        let spans = &self.spans[self.rows[row] as usize..self.rows[row + 1] as usize];
        let next = if spans.len() <= 8 {
            spans
                .iter()
                .take_while(|span| u32::from(span.1) <= x)
                .count()
        } else {
            spans.partition_point(|span| u32::from(span.1) <= x)
        };
        let to_the_right = spans
            .get(next)
            .map(|&(start, end)| (u32::from(start), u32::from(end)));
        match to_the_right {
            Some((start, end)) if start <= x => Along::Inside((x + 1 - start).min(end - x)),
            other => {
                let right = other.map_or(u32::MAX, |(start, _)| start - x);
                let left = match next.checked_sub(1) {
                    Some(last) => x + 1 - u32::from(spans[last].1),
                    None => u32::MAX,
                };
                Along::Outside(left.min(right))
            }
        }
    }
}

/// Distance within a row.
enum Along {
    /// To the nearest pixel outside.
    Inside(u32),
    /// To the nearest pixel inside.
    Outside(u32),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::PixelFormat;
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
    fn the_middle_of_a_band_is_taken() {
        let regions = read(301, &[0; 301 * 21]);
        let [pivot] = pivots(&regions, [RegionId(0)])[..] else {
            panic!("one pivot");
        };
        assert_eq!(pivot.at, Point { x: 150, y: 10 });
        assert!((pivot.radius() - 11.0).abs() < 1e-12);
    }
}
