//! Pivots of thin regions, above all of the net of lines between territories,
//! which is everywhere and nowhere wide.

use std::ops::ControlFlow;

use super::Pivot;
use super::shape::{Distance, Shape, Stop};
use crate::place::Point;

/// Regions whose runs have at most this many pixels on average are taken for
/// thin ones.
pub(super) const MEAN_RUN: u32 = 16;

/// Regions of fewer runs are settled as quickly by branch and bound, thin or
/// not.
pub(super) const MANY_RUNS: u32 = 1_000;

/// A squared distance beyond which a region is not thin after all.
const THICK: u32 = 16 * 16;

/// Columns `start..end` of a row.
type Span = (u16, u16);

impl Shape {
    /// Makes `best` the best pixel of the region, or breaks off, with a good one
    /// at least, when the region is thick somewhere.
    ///
    /// A pixel is better than one at squared distance `t` if no pixel outside is
    /// as near as that: if it still lies in the region after row `y + i` has been
    /// shrunk by √(`t` − `i`²) on both sides of all its runs, for every `i` up to
    /// √`t` either way. Few runs of a thin region are left by the first of these
    /// rows, its own, so that a step a run settles it.
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

    /// The pixels of row `y` with a squared distance above `squared`, into
    /// `left`.
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

/// What is left of `some` within `spans` shrunk by `by` on both sides.
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
