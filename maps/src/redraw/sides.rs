//! Separates two pieces of land that would overlap: each keeps its side.

use std::cmp::Ordering;
use std::ops::Range;

use super::paint::around;
use crate::mask::{Stretch, joined};

/// Two sides of a sheet, each nearer to the centre of one of two pieces of land.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sides([(f64, f64); 2]);

impl Sides {
    /// The sides of land with these centres; if they coincide, the centres `before` the move
    /// decide.
    pub fn of(middles: [(f64, f64); 2], before: [(f64, f64); 2]) -> Self {
        Self(if middles[0] == middles[1] {
            before
        } else {
            middles
        })
    }

    /// The columns of a row that are nearer to one of the two centres. Ties go to the first.
    fn columns(&self, which: usize, y: u32) -> Range<u32> {
        let [(ax, ay), (bx, by)] = self.0;
        let row = f64::from(y) + 0.5;
        // Nearer to the first: 2 x (bx - ax) <= this.
        let most = bx * bx - ax * ax + (by - ay) * (by + ay - 2.0 * row);
        let x = most / (2.0 * (bx - ax)) - 0.5;
        // The float to integer cast saturates, negative values become 0.
        let [first, other] = match bx.total_cmp(&ax) {
            Ordering::Equal if most >= 0.0 => [0..u32::MAX, 0..0],
            Ordering::Equal => [0..0, 0..u32::MAX],
            Ordering::Greater => {
                let end = (x.floor() + 1.0) as u32;
                [0..end, end..u32::MAX]
            }
            Ordering::Less => {
                let start = x.ceil() as u32;
                [start..u32::MAX, 0..start]
            }
        };
        if which == 0 { first } else { other }
    }

    /// Two pieces of land, each made of several parts, without the shared pixels on the other's
    /// side.
    pub fn part(&self, land: [Vec<Vec<Stretch>>; 2]) -> [Vec<Vec<Stretch>>; 2] {
        if !may_overlap([0, 1].map(|which| land[which].iter().flatten())) {
            return land;
        }
        let all = [0, 1].map(|which| joined(land[which].iter().flatten().cloned()));
        let [first, other] = land;
        let kept = |which: usize, pieces: Vec<Vec<Stretch>>| {
            let others = &all[1 - which];
            let without = |pixels: Vec<Stretch>| {
                let left = pixels.iter();
                let left = left.flat_map(|of| self.without(of, others, 1 - which));
                left.collect()
            };
            pieces.into_iter().map(without).collect()
        };
        [kept(0, first), kept(1, other)]
    }

    /// A stretch without those pixels of `others` that lie on the side of `which`.
    fn without(&self, of: &Stretch, others: &[Stretch], which: usize) -> Vec<Stretch> {
        let y = of.y;
        let side = self.columns(which, y);
        let mut left = Vec::new();
        let mut keep = |columns: Range<u32>| {
            if !columns.is_empty() {
                left.push(Stretch { y, columns });
            }
        };
        let before = |other: &Stretch| (other.y, other.columns.end) <= (y, of.columns.start);
        let rest = &others[others.partition_point(before)..];
        let mut start = of.columns.start;
        for other in rest {
            if other.y != y || other.columns.start >= of.columns.end {
                break;
            }
            let end = other.columns.end.min(side.end).min(of.columns.end);
            let gone = other.columns.start.max(side.start).max(start)..end;
            if !gone.is_empty() {
                keep(start..gone.start);
                start = gone.end;
            }
        }
        keep(start..of.columns.end);
        left
    }
}

/// Whether the bounding rectangles of two pieces of land overlap.
pub fn may_overlap<'a>(land: [impl Iterator<Item = &'a Stretch>; 2]) -> bool {
    let [Some(a), Some(b)] = land.map(|pixels| around(pixels.cloned())) else {
        return false;
    };
    let is_beside = a.right <= b.left || b.right <= a.left;
    !is_beside && a.bottom > b.top && b.bottom > a.top
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_keeps_its_side_of_what_both_would_have() {
        let row = |y, columns| Stretch { y, columns };
        let parted = |middles, land: [Vec<Stretch>; 2]| {
            let sides = Sides::of(middles, [(0.0, 0.0), (10.0, 0.0)]);
            let [first, other] = sides.part(land.map(|pixels| vec![pixels]));
            [first.concat(), other.concat()]
        };
        // Left and right of column 5; pixels that only one has stay its own beyond it.
        let land = || [vec![row(2, 0..7)], vec![row(2, 3..10)]];
        let kept = [vec![row(2, 0..5)], vec![row(2, 5..10)]];
        assert_eq!(parted([(3.0, 2.0), (7.0, 2.0)], land()), kept);
        // With equal centres, the positions before the move decide.
        assert_eq!(parted([(4.0, 2.0), (4.0, 2.0)], land()), kept);
        let turned = [
            vec![row(2, 0..3), row(2, 5..7)],
            vec![row(2, 3..5), row(2, 7..10)],
        ];
        assert_eq!(parted([(7.0, 2.0), (3.0, 2.0)], land()), turned);
        // Above and below row 3.
        let high = || {
            [
                vec![row(2, 0..7), row(3, 0..7)],
                vec![row(2, 3..9), row(3, 3..9)],
            ]
        };
        let kept = [
            vec![row(2, 0..7), row(3, 0..3)],
            vec![row(2, 7..9), row(3, 3..9)],
        ];
        assert_eq!(parted([(5.0, 1.0), (5.0, 5.0)], high()), kept);
    }
}
