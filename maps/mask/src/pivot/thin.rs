//! Pivots of thin regions, above all of the net of lines between territories, which spans the
//! picture but is only a few pixels wide.

use std::ops::ControlFlow;

use super::Pivot;
use super::shape::{Distance, Shape, Stop};
use crate::place::Point;

/// Regions whose runs have at most this many pixels on average are considered thin.
pub(super) const MEAN_RUN: u32 = 16;

/// Regions with fewer runs are decided as quickly by branch and bound.
pub(super) const MANY_RUNS: u32 = 1_000;

/// A squared distance beyond which a region is not thin after all.
const THICK: u32 = 16 * 16;

/// Columns `start..end` of a row.
type Span = (u16, u16);

impl Shape {
    /// Sets `best` to the best pixel of the region, or stops early with a good one if the region is
    /// thick somewhere.
    ///
    /// A pixel is better than one at squared distance `t` if no pixel outside is as near as that:
    /// if it remains in the region after row `y + i` has been shrunk by √(`t` − `i`²) on both sides
    /// of all its runs, for every `i` up to √`t` either way. The first of these rows, its own,
    /// leaves few runs of a thin region, so one step a run decides it.
    pub(super) fn sweep(&self, best: &mut Pivot) -> ControlFlow<()> {
        let mut left = Vec::new();
        let mut shrunk = Vec::new();
        for y in self.bounds.top..self.bounds.bottom {
            loop {
                self.better(y, best.distance_squared, &mut left, &mut shrunk);
                let widest = left.iter().max_by_key(|(start, end)| end - start);
                let Some(&(start, end)) = widest else {
                    break;
                };
                let x = u32::from(start.midpoint(end - 1));
                let at = Point { x, y };
                let Distance::Inside(distance_squared) = self.distance(at, Stop::Never) else {
                    unreachable!("what is left of a run lies inside");
                };
                debug_assert!(distance_squared > best.distance_squared);
                *best = Pivot {
                    at,
                    distance_squared,
                };
                if best.distance_squared > THICK {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Appends to `left` the pixels of row `y` with a squared distance above `squared`.
    fn better(&self, y: u32, squared: u32, left: &mut Vec<Span>, shrunk: &mut Vec<Span>) {
        let reach = squared.isqrt() as u16;
        left.clear();
        left.extend(
            self.spans_of(y)
                .iter()
                .filter(|(start, end)| end - start > 2 * reach)
                .map(|(start, end)| (start + reach, end - reach)),
        );
        for rows in 1..=u32::from(reach) {
            let by = (squared - rows * rows).isqrt() as u16;
            for y in [y.wrapping_sub(rows), y + rows] {
                if left.is_empty() {
                    return;
                }
                shrunk.clear();
                meet(left, self.spans_of(y), by, shrunk);
                std::mem::swap(left, shrunk);
            }
        }
    }
}

/// The parts of `some` within `spans` shrunk by `by` on both sides.
fn meet(some: &[Span], mut spans: &[Span], by: u16, out: &mut Vec<Span>) {
    for &(start, end) in some {
        spans = &spans[spans.partition_point(|span| span.1 <= start)..];
        for &(from, until) in spans.iter().take_while(|span| span.0 < end) {
            let from = start.max(from + by);
            let until = end.min(until.saturating_sub(by));
            if from < until {
                out.push((from, until));
            }
        }
    }
}
