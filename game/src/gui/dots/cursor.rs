//! The sides that the keyboard selects.

use crate::dots::{Board, Side, Size};

/// The side next to another in a direction; the same at the edge. Left and right alternate
/// between horizontal and vertical sides of a row of boxes, so that all sides are reached.
pub(super) fn beside(size: Size, from: Side, across: i8, down: i8) -> Side {
    let (right, bottom) = (2 * size.columns(), 2 * size.rows());
    if down != 0 {
        let y = i16::from(from.y) + 2 * i16::from(down);
        let y = u8::try_from(y).ok().filter(|&y| y <= bottom);
        return Side {
            y: y.unwrap_or(from.y),
            ..from
        };
    }
    let x = i16::from(from.x) + i16::from(across);
    let Some(x) = u8::try_from(x).ok().filter(|&x| x <= right) else {
        return from;
    };
    let lies = from.y.is_multiple_of(2);
    let y = match (lies, from.y == bottom) {
        (true, false) => from.y + 1,
        _ => from.y - 1,
    };
    Side { x, y }
}

/// The next or previous free side after one, or after the last; `None` if all are drawn.
pub(super) fn free_beside(board: &Board, from: Option<Side>, next: bool) -> Option<Side> {
    let free: Vec<Side> = board.free().collect();
    let key = |side: &Side| (side.y, side.x);
    let found = match (from.as_ref().map(key), next) {
        (Some(now), true) => free.iter().find(|side| key(side) > now),
        (Some(now), false) => free.iter().rev().find(|side| key(side) < now),
        (None, _) => None,
    };
    let around = if next { free.first() } else { free.last() };
    found.or(around).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_side_is_reached_by_arrows() {
        let size = Size::new(4, 3).unwrap();
        let mut reached = HashSet::from([Side { x: 1, y: 0 }]);
        let mut todo: Vec<Side> = reached.iter().copied().collect();
        while let Some(side) = todo.pop() {
            for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let next = beside(size, side, across, down);
                if reached.insert(next) {
                    todo.push(next);
                }
            }
        }
        assert_eq!(reached, size.sides().collect());
    }
}
