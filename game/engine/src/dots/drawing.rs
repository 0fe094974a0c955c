//! The board as text.
//!
//! ```text
//!     0 1 2 3 4            0 1 2 3 4     low: a row of boxes in a row of text,
//!   0 ·───·   ·          0 .___.   .     each with the sides below it
//!   1 │ * │           1  2 │_*_│   .
//!   2 ·───·   ·       3  4 .   .   .
//!   3
//!   4 ·   ·   ·
//! ```

use super::{Board, Side};
use crate::play::Player;

/// The number of columns up to which cells of the grid are two characters wide, so that boxes
/// are about square; the numbers above wider boards take three.
const NARROW: u8 = 4;

/// Draws a board: `mark` is the sign of a player, `paint` colours a text in the player's
/// colour.
pub(super) struct Drawing<'a> {
    pub(super) board: &'a Board,
    pub(super) mark: &'a dyn Fn(Player) -> char,
    pub(super) paint: &'a dyn Fn(Player, &str) -> String,
}

impl Drawing<'_> {
    /// The board in at most this many rows if possible; in the low form if the grid does not
    /// fit.
    pub(super) fn fit(&self, rows: usize) -> String {
        let tall = usize::from(self.height()) + 2;
        let lines: Vec<String> = if tall <= rows {
            let grid = (0..=self.height()).map(|y| self.row(y));
            std::iter::once(self.numbers("   ")).chain(grid).collect()
        } else {
            let boxes = (0..=self.height()).step_by(2).map(|y| self.low_row(y));
            let margin = " ".repeat(LOW_MARGIN + 1 - self.cell());
            std::iter::once(self.numbers(&margin))
                .chain(boxes)
                .collect()
        };
        let lines = lines.iter().map(|line| line.trim_end());
        lines.collect::<Vec<_>>().join("\n")
    }

    fn width(&self) -> u8 {
        2 * self.board.size().columns()
    }

    fn height(&self) -> u8 {
        2 * self.board.size().rows()
    }

    /// The width of a dot or side in characters, so that each is below its number.
    fn cell(&self) -> usize {
        if self.width() > 2 * NARROW { 3 } else { 2 }
    }

    fn numbers(&self, margin: &str) -> String {
        let cell = self.cell();
        let numbers = (0..=self.width()).map(|x| format!("{x:>cell$}"));
        format!("{margin}{}", numbers.collect::<String>())
    }

    fn painted(&self, player: u8, text: &str) -> String {
        match Player::new(player) {
            Some(player) => (self.paint)(player, text),
            None => text.to_owned(),
        }
    }

    /// `drawn` in the colour of the player who drew a side, or `free`.
    fn side(&self, side: Side, drawn: &str, free: &str) -> String {
        let player = self.board.drawn_by(side);
        player.map_or(free.to_owned(), |player| self.painted(player, drawn))
    }

    /// The sign of a box's owner.
    fn owner(&self, x: u8, y: u8) -> Option<String> {
        let owner = self.board.owner(x / 2, y / 2)?;
        let sign = Player::new(owner).map_or(' ', self.mark).to_string();
        Some(self.painted(owner, &sign))
    }

    fn row(&self, y: u8) -> String {
        let (cell, behind) = (self.cell(), self.cell() - 1);
        let mut line = format!("{y:>3}{}", " ".repeat(behind));
        let blank = " ".repeat(behind);
        for x in 0..=self.width() {
            let here = Side { x, y };
            match (x % 2, y % 2) {
                (0, 0) => {
                    let right = Side { x: x + 1, y };
                    line.push('·');
                    line.push_str(&self.side(right, &"─".repeat(behind), &blank));
                }
                (1, 0) => line.push_str(&self.side(here, &"─".repeat(cell), &" ".repeat(cell))),
                (0, _) => {
                    line.push_str(&self.side(here, "│", " "));
                    line.push_str(&blank);
                }
                _ => {
                    line.push_str(self.owner(x, y).as_deref().unwrap_or(" "));
                    line.push_str(&blank);
                }
            }
        }
        line
    }

    /// A row of boxes with the sides below them, `y`; the top row is sides alone.
    fn low_row(&self, y: u8) -> String {
        let beside = y.checked_sub(1);
        let above = beside.map_or(String::new(), |beside| beside.to_string());
        let mut line = format!("{above:>3}{y:>3} ");
        let before = self.cell() - 1;
        for x in (0..=self.width()).step_by(2) {
            let upright = beside.map_or(".".to_owned(), |y| self.side(Side { x, y }, "│", "."));
            line.push_str(&upright);
            if x == self.width() {
                break;
            }
            let below = |n: usize| {
                let side = Side { x: x + 1, y };
                self.side(side, &"_".repeat(n), &" ".repeat(n))
            };
            let owner = beside.and_then(|y| self.owner(x + 1, y));
            line.push_str(&below(before));
            line.push_str(&owner.unwrap_or_else(|| below(1)));
            line.push_str(&below(before));
        }
        line
    }
}

/// The columns before the first dot of a low board.
const LOW_MARGIN: usize = 7;

#[cfg(test)]
mod tests;
