//! A region's runs by row, and distances to its border.

use crate::place::Point;
use crate::regions::{Bounds, Regions};
use crate::run::RegionId;

/// If no pixel of the region is closer to a centre than `g`, a pixel of the region at distance `t`
/// from that centre has one outside it within `t - g` plus this: the pixel nearest to the point
/// that far towards the centre is less than √½ off, and √½ further in to be surely closer than `g`.
pub(super) const LATTICE: f64 = 1.415;

/// When to stop measuring.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    Never,
    /// When the pixel turns out to lie inside with a squared distance of `inside` or less, or
    /// outside and at least `outside` rows from the region.
    Hopeless {
        inside: f64,
        outside: f64,
    },
}

impl Stop {
    /// When no pixel within `reach` can be better than `best`.
    pub(super) fn when_hopeless(best: f64, reach: f64) -> Self {
        let inside = best - reach - 1e-6;
        Self::Hopeless {
            inside: if inside > 0.0 { inside * inside } else { -1.0 },
            outside: reach + LATTICE - best + 1e-6,
        }
    }
}

/// A squared distance between pixel centres.
#[derive(Clone, Copy)]
pub(super) enum Distance {
    /// To the nearest pixel outside.
    Inside(u32),
    /// To the nearest pixel inside.
    Outside(u32),
    /// Not worth measuring exactly.
    Stopped,
}

/// A region's runs by row.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) bounds: Bounds,
    /// Start of each row's runs in `spans`, then their number.
    rows: Vec<u32>,
    /// Start and end of each run.
    spans: Vec<(u16, u16)>,
}

impl Shape {
    pub(super) fn take(&mut self, regions: &Regions, id: RegionId) {
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

    pub(super) fn middle_of_longest(&self) -> Point {
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
    pub(super) fn distance(&self, at: Point, stop: Stop) -> Distance {
        let (inside, outside) = match stop {
            Stop::Never => (-1.0, f64::INFINITY),
            Stop::Hopeless { inside, outside } => (inside, outside),
        };
        match self.along_row(at.x, at.y) {
            Along::Inside(distance) => {
                // Saturates: with a negative limit, measuring never stops early.
                let limit = inside as u32;
                let mut squared = distance * distance;
                let mut rows = 1;
                while rows * rows < squared {
                    if squared <= limit {
                        return Distance::Stopped;
                    }
                    for y in [at.y.wrapping_sub(rows), at.y + rows] {
                        let beside = match self.along_row(at.x, y) {
                            Along::Inside(distance) => distance,
                            Along::Outside(_) => 0,
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
                        let beside = match self.along_row(at.x, y) {
                            Along::Inside(_) => 0,
                            Along::Outside(distance) => distance,
                        };
                        let beside = beside.saturating_mul(beside);
                        squared = squared.min((rows * rows).saturating_add(beside));
                    }
                    rows += 1;
                }
                Distance::Outside(squared)
            }
        }
    }

    /// The runs of row `y`, none outside the bounds.
    pub(super) fn spans_of(&self, y: u32) -> &[(u16, u16)] {
        if !(self.bounds.top..self.bounds.bottom).contains(&y) {
            return &[];
        }
        let row = (y - self.bounds.top) as usize;
        &self.spans[self.rows[row] as usize..self.rows[row + 1] as usize]
    }

    /// Distance of column `x` of row `y` from the nearest change in that row; `u32::MAX` in a row
    /// without runs.
    fn along_row(&self, x: u32, y: u32) -> Along {
        let spans = self.spans_of(y);
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
