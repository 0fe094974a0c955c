//! The lattice on which a map is planned, independent of the final size.

use crate::outlines::Grid;

/// Diameter of a territory in cells.
pub(super) const SIDE: usize = 24;

/// The distance between adjacent cells, in the unit of [`distances`].
pub(super) const STEP: i32 = 5;

/// The cells to the right and below, if they exist, of `len` in rows of this width.
pub(super) fn onward(width: usize, at: usize, len: usize) -> impl Iterator<Item = usize> {
    let right = (!(at + 1).is_multiple_of(width)).then_some(at + 1);
    let below = (at + width < len).then_some(at + width);
    right.into_iter().chain(below)
}

/// A connected stretch of cells of one label.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) label: u16,
    pub(super) cells: Vec<usize>,
}

/// All pieces of a grid, in the order of their first cell.
pub(super) fn pieces(grid: &Grid) -> Vec<Piece> {
    let mut seen = vec![false; grid.cells().len()];
    let mut pieces = Vec::new();
    for start in 0..seen.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let label = grid.cells()[start];
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(&at) = cells.get(next) {
            next += 1;
            for near in grid.sides(at) {
                if grid.cells()[near] == label && !std::mem::replace(&mut seen[near], true) {
                    cells.push(near);
                }
            }
        }
        pieces.push(Piece { label, cells });
    }
    pieces
}

/// The distance of each cell from the nearest source, over sides and corners (Borgefors 1986); a
/// step to the side is [`STEP`]. With `edge`, everything beyond the edges is a source as well.
pub(super) fn distances(width: usize, sources: &[bool], edge: bool) -> Vec<i32> {
    const CORNER: i32 = 7;
    let height = sources.len() / width;
    // One row and column beyond each edge.
    let row = width + 2;
    let beyond = if edge { 0 } else { i32::MAX / 2 };
    let mut far = vec![beyond; row * (height + 2)];
    let inner = |at: usize| (at / width + 1) * row + at % width + 1;
    for (at, &source) in sources.iter().enumerate() {
        far[inner(at)] = if source { 0 } else { i32::MAX / 2 };
    }
    let sweep = |far: &mut [i32], at: usize, before: [(usize, i32); 4]| {
        let nearest = before
            .into_iter()
            .map(|(near, step)| far[near] + step)
            .min();
        far[at] = far[at].min(nearest.unwrap_or(far[at]));
    };
    for at in (0..sources.len()).map(inner) {
        let before = [
            (at - row - 1, CORNER),
            (at - row, STEP),
            (at - row + 1, CORNER),
            (at - 1, STEP),
        ];
        sweep(&mut far, at, before);
    }
    for at in (0..sources.len()).rev().map(inner) {
        let before = [
            (at + row + 1, CORNER),
            (at + row, STEP),
            (at + row - 1, CORNER),
            (at + 1, STEP),
        ];
        sweep(&mut far, at, before);
    }
    (0..sources.len()).map(|at| far[inner(at)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_sides_and_corners() {
        let mut sources = vec![false; 5 * 4];
        sources[5 + 1] = true;
        let far = distances(5, &sources, false);
        assert_eq!(far[5..10], [5, 0, 5, 10, 15]);
        assert_eq!(far[15..20], [12, 10, 12, 14, 19]);
        assert_eq!(distances(3, &[false; 9], true)[4], 10);
    }

    #[test]
    fn pieces_are_joined_by_sides() {
        let grid = Grid::from_cells(3, 2, false, vec![1, 1, 0, 0, 0, 1]);
        let sizes: Vec<_> = pieces(&grid)
            .into_iter()
            .map(|piece| (piece.label, piece.cells.len()))
            .collect();
        assert_eq!(sizes, [(1, 2), (0, 1), (0, 2), (1, 1)]);
    }
}
