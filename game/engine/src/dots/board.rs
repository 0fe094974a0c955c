//! The board and the rules.
//!
//! A board of `columns` times `rows` boxes has a grid of lines. Coordinates refer to a grid
//! of twice the size: dots have two even coordinates, sides one odd, boxes two odd.
//!
//! ```text
//!      0 1 2 3 4
//!    0 *---*   *      (1, 0) is the upper side of the left box, (2, 1) the side
//!    1     |          between the two
//!    2 *   *   *
//! ```

use std::fmt;

use thiserror::Error;

/// The minimum number of boxes per side.
pub const MIN_BOXES: u8 = 2;
/// The maximum number of boxes per side.
pub const MAX_BOXES: u8 = 12;

/// Columns and rows of boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// An invalid board size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board has {MIN_BOXES} to {MAX_BOXES} boxes a side: 5, or 5x4")]
pub struct BoardError;

impl Default for Size {
    /// Four dots a side.
    fn default() -> Self {
        Self {
            columns: 3,
            rows: 3,
        }
    }
}

impl Size {
    /// Creates a size.
    ///
    /// # Errors
    /// If there are no boards of this size.
    pub fn new(columns: u8, rows: u8) -> Result<Self, BoardError> {
        let fits = |count| (MIN_BOXES..=MAX_BOXES).contains(&count);
        if fits(columns) && fits(rows) {
            Ok(Self { columns, rows })
        } else {
            Err(BoardError)
        }
    }

    /// Columns of boxes.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// Rows of boxes.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// The number of boxes.
    pub fn boxes(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// All sides, row by row.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        let (width, height) = (2 * self.columns, 2 * self.rows);
        (0..=height).flat_map(move |y| {
            let sides = (0..=width).filter(move |x| (x + y) % 2 == 1);
            sides.map(move |x| Side { x, y })
        })
    }

    fn holds(self, side: Side) -> bool {
        let inside = side.x <= 2 * self.columns && side.y <= 2 * self.rows;
        inside && (side.x + side.y) % 2 == 1
    }

    fn cell(self, x: u8, y: u8) -> usize {
        usize::from(y) * (2 * usize::from(self.columns) + 1) + usize::from(x)
    }

    fn cells(self) -> usize {
        (2 * usize::from(self.columns) + 1) * (2 * usize::from(self.rows) + 1)
    }
}

impl std::str::FromStr for Size {
    type Err = BoardError;

    /// `5`, or `5x4`: columns, rows.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let number = |text: &str| text.parse().map_err(|_| BoardError);
        let (columns, rows) = text.split_once('x').unwrap_or((text, text));
        Self::new(number(columns)?, number(rows)?)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// A line between two neighbouring dots, by its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// From the left, 0 to twice the columns.
    pub x: u8,
    /// From the top, 0 to twice the rows.
    pub y: u8,
}

/// Why a side cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Illegal {
    /// There is no side at these coordinates.
    #[error("no side is at {} {}: one coordinate is odd, the other even", .0.x, .0.y)]
    NoSide(Side),
    /// It is already drawn.
    #[error("the side at {} {} is drawn already", .0.x, .0.y)]
    Drawn(Side),
}

/// The drawn sides and the owners of boxes, with players as numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// By cell of the grid of twice the size: 0 if not drawn, otherwise the player's number
    /// plus one.
    cells: Vec<u8>,
}

impl Board {
    /// An empty board.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            cells: vec![0; size.cells()],
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether all sides are drawn, and so all boxes have owners.
    ///
    /// Cost: up to the first free side.
    pub fn is_full(&self) -> bool {
        self.free().next().is_none()
    }

    /// Who has drawn a side; `None` if nobody has, or there is no such side.
    pub fn drawn_by(&self, side: Side) -> Option<u8> {
        let cell = self
            .size
            .holds(side)
            .then(|| self.size.cell(side.x, side.y))?;
        self.cells[cell].checked_sub(1)
    }

    /// The owner of the box in a column and row, both from 0; `None` if it has none, or there
    /// is no such box.
    pub fn owner(&self, column: u8, row: u8) -> Option<u8> {
        let inside = column < self.size.columns && row < self.size.rows;
        let cell = inside.then(|| self.size.cell(2 * column + 1, 2 * row + 1))?;
        self.cells[cell].checked_sub(1)
    }

    /// The number of drawn sides of a box.
    pub fn sides_of(&self, column: u8, row: u8) -> usize {
        let sides = around(column, row);
        sides
            .into_iter()
            .filter(|side| self.drawn_by(*side).is_some())
            .count()
    }

    /// The number of a player's boxes.
    pub fn score(&self, player: u8) -> u32 {
        let boxes = (0..self.size.rows).flat_map(|row| {
            let columns = 0..self.size.columns;
            columns.map(move |column| (column, row))
        });
        let own = |(column, row): &(u8, u8)| self.owner(*column, *row) == Some(player);
        boxes.filter(own).count() as u32
    }

    /// The free sides, row by row.
    pub fn free(&self) -> impl Iterator<Item = Side> + '_ {
        self.size
            .sides()
            .filter(|side| self.drawn_by(*side).is_none())
    }

    /// The boxes that a side belongs to: two, one at the edge, none outside the board.
    pub fn boxes_at(&self, side: Side) -> impl Iterator<Item = (u8, u8)> + use<> {
        let board = self.size;
        let centres = if side.y.is_multiple_of(2) {
            [
                (Some(side.x), side.y.checked_sub(1)),
                (Some(side.x), side.y.checked_add(1)),
            ]
        } else {
            [
                (side.x.checked_sub(1), Some(side.y)),
                (side.x.checked_add(1), Some(side.y)),
            ]
        };
        centres.into_iter().filter_map(move |(x, y)| {
            let (column, row) = (x? / 2, y? / 2);
            (column < board.columns && row < board.rows).then_some((column, row))
        })
    }

    /// Assigns a side or a box to a player, from a transmitted state.
    pub(super) fn set(&mut self, x: u8, y: u8, player: u8) {
        let cell = self.size.cell(x, y);
        self.cells[cell] = player + 1;
    }

    /// Draws a side for a player. Returns the number of boxes it closes; if there are any,
    /// the same player draws again.
    ///
    /// # Errors
    /// If the side cannot be drawn; nothing changes.
    pub fn draw(&mut self, player: u8, side: Side) -> Result<usize, Illegal> {
        if !self.size.holds(side) {
            return Err(Illegal::NoSide(side));
        }
        if self.drawn_by(side).is_some() {
            return Err(Illegal::Drawn(side));
        }
        let cell = self.size.cell(side.x, side.y);
        self.cells[cell] = player + 1;
        let mut closed = 0;
        for (column, row) in self.boxes_at(side) {
            if self.sides_of(column, row) == 4 {
                let cell = self.size.cell(2 * column + 1, 2 * row + 1);
                self.cells[cell] = player + 1;
                closed += 1;
            }
        }
        Ok(closed)
    }
}

/// The sides of a box: above, left, right, below.
pub(super) fn around(column: u8, row: u8) -> [Side; 4] {
    let (x, y) = (2 * column + 1, 2 * row + 1);
    [
        Side { x, y: y - 1 },
        Side { x: x - 1, y },
        Side { x: x + 1, y },
        Side { x, y: y + 1 },
    ]
}

#[cfg(test)]
mod tests;
