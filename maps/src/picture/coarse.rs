//! Outlines of territories on a coarse grid, for pages that show a map small.

use super::contours::Contours;
use super::plan::Plan;
use crate::outlines::Grid;

/// Outlines of territories on a coarse grid. Neighbours share their border to the last point.
#[derive(Debug)]
pub struct CoarseOutlines {
    /// The width of a cell in pixels of the plan.
    pub cell: usize,
    /// Columns and rows.
    pub size: [usize; 2],
    /// By index of the territory: the closed rings around it, in cells; none if it is too small for
    /// a cell.
    pub rings: Vec<Vec<Vec<[f32; 2]>>>,
}

impl Plan {
    /// The outlines of the first `count` territories on a grid of at most `most` columns and rows.
    pub fn coarse_outlines(&self, count: usize, most: usize) -> CoarseOutlines {
        let sides = [self.width(), self.height()];
        let cell = sides[0].max(sides[1]).div_ceil(most).max(1);
        let size = sides.map(|side| side.div_ceil(cell));
        let middle = |at: usize, side: usize| (at * cell + cell / 2).min(side - 1);
        let places = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        let labels = places.map(|(x, y)| self.label(middle(x, sides[0]), middle(y, sides[1])));
        let grid = Grid::from_cells(size[0] as u32, size[1] as u32, false, labels.collect());
        let mut rings = vec![Vec::new(); count];
        let territory = |label: u16| usize::from(label).checked_sub(1);
        for (at, around) in Contours::trace(&grid, 0).by_group(count, territory) {
            rings[at] = around;
        }
        CoarseOutlines { cell, size, rings }
    }
}
