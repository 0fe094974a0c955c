//! Finds the best place for a number: the centre of the largest circle that fits into a region,
//! also known as its pole of inaccessibility.

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
    /// Column and row of the pixel.
    pub at: Point,
    /// The squared distance, centre to centre, to the nearest pixel outside the region, where
    /// everything beyond the edges of the mask counts as outside; at least 1.
    pub distance_squared: u32,
}

impl Pivot {
    /// Distance in pixels from the pivot's centre to the centre of the nearest pixel outside. A
    /// disc around the pivot stays inside the region if its radius is about half a pixel less.
    pub fn radius(&self) -> f64 {
        f64::from(self.distance_squared).sqrt()
    }
}

/// The pivot of each region of `ids`, in their order.
///
/// Exact: no pixel of the region is farther from the outside. Among equally far pixels the centroid
/// is preferred; the choice is deterministic.
///
/// Uses branch and bound on squares of pixels: moving by one pixel changes the distance by at most
/// one, so the distance at a square's centre bounds that of its other pixels. A distance is found
/// row by row from the region's runs, visiting as many rows as it is long; about 75 of them decide
/// a region. This would examine every square of a net of lines, so thin regions of many runs are
/// decided by shrinking their runs, in time proportional to them.
///
/// # Panics
/// If an id is of another mask and too large for this one.
pub fn pivots(regions: &Regions, ids: impl IntoIterator<Item = RegionId>) -> Vec<Pivot> {
    let mut search = Search::default();
    ids.into_iter()
        .map(|id| search.pivot(regions, id))
        .collect()
}

/// Buffers of the search, reused from region to region.
#[derive(Default)]
struct Search {
    shape: Shape,
    /// Squares that may hold a better pixel, the most promising one on top.
    open: BinaryHeap<Square>,
}

/// Pixels `x..x + side`, `y..y + side` that lie within the bounds.
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

    /// The better of two usually good pixels: the middle of the longest run and the centroid.
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

    /// Sets `best` to the best pixel of the region by branch and bound.
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

    /// Measures the centre of a square, and keeps the square if another of its pixels may be
    /// better.
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
            // Squared distances are whole numbers; the small addition far exceeds the rounding
            // errors of the lines above.
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
mod tests;
