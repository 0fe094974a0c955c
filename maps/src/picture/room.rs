//! Tracks which parts of a picture are occupied.

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

/// A picture in coarse cells, each free or occupied.
#[derive(Debug, Clone)]
pub(super) struct Room {
    /// Side of a cell in pixels.
    cell: f32,
    across: usize,
    down: usize,
    width: f32,
    height: f32,
    taken: Vec<bool>,
}

impl Room {
    pub(super) fn new(width: usize, height: usize, cell: f32) -> Self {
        let cells = |pixels: usize| (pixels as f32 / cell).ceil() as usize;
        let (across, down) = (cells(width), cells(height));
        Self {
            cell,
            across,
            down,
            width: width as f32,
            height: height as f32,
            taken: vec![false; across * down],
        }
    }

    /// Side of a cell in pixels: objects farther apart share none.
    pub(super) fn cell(&self) -> f32 {
        self.cell
    }

    /// Whether a box lies in the picture and touches no occupied cell.
    pub(super) fn is_free(&self, area: Area) -> bool {
        let inside = area.left >= 0.0
            && area.top >= 0.0
            && area.right <= self.width
            && area.bottom <= self.height;
        inside
            && self.rows(area).all(|row| {
                let cells = &self.taken[row * self.across..][..self.across];
                !cells[self.columns(area)].contains(&true)
            })
    }

    /// Occupies all cells that a box touches.
    pub(super) fn take(&mut self, area: Area) {
        let columns = self.columns(area);
        for row in self.rows(area) {
            self.taken[row * self.across..][..self.across][columns.clone()].fill(true);
        }
    }

    pub(super) fn take_disc(&mut self, [x, y]: [f32; 2], radius: f32) {
        let around = Area {
            left: x - radius,
            top: y - radius,
            right: x + radius,
            bottom: y + radius,
        };
        // From the disc's centre to the nearest point of a cell.
        let away = |at: usize, middle: f32| {
            let start = at as f32 * self.cell;
            middle - middle.clamp(start, start + self.cell)
        };
        for row in self.rows(around) {
            for column in self.columns(around) {
                if away(column, x).hypot(away(row, y)) < radius {
                    self.taken[row * self.across + column] = true;
                }
            }
        }
    }

    fn rows(&self, area: Area) -> std::ops::Range<usize> {
        self.span(area.top, area.bottom, self.down)
    }

    fn columns(&self, area: Area) -> std::ops::Range<usize> {
        self.span(area.left, area.right, self.across)
    }

    /// The cells between two edges; negative edges saturate to 0.
    fn span(&self, from: f32, to: f32, cells: usize) -> std::ops::Range<usize> {
        let end = ((to / self.cell).ceil() as usize).min(cells);
        ((from / self.cell) as usize).min(end)..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(left: f32, top: f32, side: f32) -> Area {
        Area {
            left,
            top,
            right: left + side,
            bottom: top + side,
        }
    }

    #[test]
    fn occupied_cells_are_not_free() {
        let mut room = Room::new(100, 50, 4.0);
        assert!(room.is_free(square(0.0, 0.0, 50.0)));
        assert!(!room.is_free(square(60.0, 0.0, 50.0)), "beyond the edge");
        room.take(square(20.0, 20.0, 10.0));
        assert!(!room.is_free(square(28.0, 28.0, 5.0)));
        assert!(room.is_free(square(32.0, 20.0, 5.0)));
        room.take_disc([70.0, 20.0], 10.0);
        assert!(!room.is_free(square(76.0, 20.0, 5.0)));
        assert!(
            room.is_free(square(80.0, 8.0, 3.0)),
            "beside the disc's corner"
        );
        room.take_disc([-3.0, 60.0], 5.0);
        room.take_disc([500.0, 500.0], 5.0);
    }
}
