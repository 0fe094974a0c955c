//! Whether the rest of a region around a hole is in one piece.

use crate::regions::{Bounds, Regions};
use crate::run::RegionId;
use crate::sets::Sets;

use super::{Near, Strip};

impl Bounds {
    /// The part that is at most `far` pixels away from another rectangle.
    fn near(self, other: Self, far: u32) -> Self {
        Self {
            left: self.left.max(other.left.saturating_sub(far)),
            top: self.top.max(other.top.saturating_sub(far)),
            right: self.right.min(other.right.saturating_add(far)),
            bottom: self.bottom.min(other.bottom.saturating_add(far)),
        }
    }
}

impl Regions {
    /// Whether the pixels of a region outside the hole, in which it has some, are connected.
    ///
    /// Each of their pieces touches the hole, so it is enough to search around the hole until all
    /// pieces have met.
    pub(super) fn is_whole_around(&self, id: RegionId, hole: Bounds) -> bool {
        let all = self.get(id).bounds;
        let mut far = 1_u32;
        loop {
            let window = all.near(hole, far);
            if self.pieces_at(id, hole, window) < 2 {
                return true;
            }
            if window == all {
                return false;
            }
            far = far.saturating_mul(4);
        }
    }

    /// How many pieces of a region touch the hole, as seen within a window around it.
    fn pieces_at(&self, id: RegionId, hole: Bounds, window: Bounds) -> usize {
        let mut sets = Sets::default();
        let mut at_hole = Vec::new();
        let mut above: Vec<Strip> = Vec::new();
        for y in window.top..window.bottom {
            let is_beside = (hole.top..hole.bottom).contains(&y);
            let is_next = y + 1 == hole.top || y == hole.bottom;
            let mut near = Near(&above);
            let mut strips = Vec::new();
            let runs = self.row_within(y, window.left..window.right);
            for run in runs.filter(|run| run.region == id) {
                let parts = if is_beside {
                    [
                        run.start..run.end.min(hole.left),
                        run.start.max(hole.right)..run.end,
                    ]
                } else {
                    [run.start..run.end, 0..0]
                };
                for part in parts.into_iter().filter(|part| !part.is_empty()) {
                    let met = near.beside(part.start, part.end, id);
                    let set = met.map(|of| of.set).reduce(|a, b| sets.join(a, b));
                    let set = set.unwrap_or_else(|| sets.add());
                    let touches = if is_beside {
                        part.end == hole.left || part.start == hole.right
                    } else {
                        is_next && part.start < hole.right && hole.left < part.end
                    };
                    if touches {
                        at_hole.push(set);
                    }
                    strips.push(Strip {
                        start: part.start,
                        end: part.end,
                        region: id,
                        set,
                    });
                }
            }
            above = strips;
        }
        let mut met: Vec<u32> = at_hole.into_iter().map(|set| sets.find(set)).collect();
        met.sort_unstable();
        met.dedup();
        met.len()
    }
}
