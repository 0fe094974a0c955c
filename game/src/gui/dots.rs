//! Dots and Boxes in the window.
//!
//! [`DotsTable`] is a person's seat at a table, or a record that is played back; it knows no
//! widget. It uses the same link as conquest.

mod cursor;
mod replay;
mod table;

pub use replay::DotsReplay;
pub use table::{DotsTable, Message};

use std::sync::Arc;

use super::place::LocalGame;
use crate::client::Follower;
use crate::dots::{Board, Dots, DotsGame, DotsTextView, Side, Size};
use crate::play::{RuleSet, SetupError};

/// A game against the computer that is set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The computer players by their names on the command line.
    pub bots: Vec<&'static str>,
    /// The seed of all chance.
    pub seed: u64,
}

/// Makes a local game of a set-up.
pub type Begin = Arc<dyn Fn(&Setup) -> Result<LocalGame<Follower>, String> + Send + Sync>;

/// Continues the saved game of that name.
pub type GoOn = Arc<dyn Fn(&str) -> Result<LocalGame<Follower>, String> + Send + Sync>;

impl Setup {
    /// Against one of the strongest, on a board for a few minutes.
    pub fn new(seed: u64) -> Self {
        Self {
            size: Size::default(),
            bots: kinds().last().copied().into_iter().collect(),
            seed,
        }
    }

    /// Sets the number of computer players; new ones play like the last.
    pub fn seat(&mut self, bots: usize) {
        let like = self.bots.last().or(kinds().last()).copied();
        self.bots
            .resize(bots.clamp(1, MOST_BOTS), like.unwrap_or_default());
    }
}

/// The most sentences in the log.
const MOST_TOLD: usize = 400;

/// The most computer players in a game.
pub const MOST_BOTS: usize = 5;

/// All kinds of computer players, the weakest first.
pub fn kinds() -> &'static [&'static str] {
    Dots.bots()
}

/// A game before anything is known of it.
///
/// # Errors
/// If so many cannot play it.
pub fn unknown(size: Size, players: u8) -> Result<Follower, SetupError> {
    let setup = size.to_string();
    Follower::new(Arc::new(Dots), &DotsTextView, Some(&setup), players)
}

/// The board of a game.
pub(super) fn board_of(known: &Follower) -> Option<&Board> {
    let game = known.game().as_any().downcast_ref::<DotsGame>()?;
    Some(game.board())
}

/// The side nearest to a point, in boxes from the upper left corner; `None` if the point is
/// off the board.
pub(super) fn side_near(size: Size, x: f32, y: f32) -> Option<Side> {
    /// The farthest from a line that still counts, in boxes.
    const REACH: f32 = 0.5;
    let (columns, rows) = (f32::from(size.columns()), f32::from(size.rows()));
    let inside = -REACH < x && x < columns + REACH && -REACH < y && y < rows + REACH;
    if !inside {
        return None;
    }
    let (row, column) = (y.round().clamp(0.0, rows), x.round().clamp(0.0, columns));
    let (box_x, box_y) = (
        x.floor().clamp(0.0, columns - 1.0),
        y.floor().clamp(0.0, rows - 1.0),
    );
    let (across, down) = if (y - row).abs() <= (x - column).abs() {
        (2.0 * box_x + 1.0, 2.0 * row)
    } else {
        (2.0 * column, 2.0 * box_y + 1.0)
    };
    Some(Side {
        x: across as u8,
        y: down as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_side_is_found() {
        let size = Size::new(3, 2).unwrap();
        let near = |x, y| side_near(size, x, y).map(|side| (side.x, side.y));
        assert_eq!(near(0.5, 0.1), Some((1, 0)));
        assert_eq!(near(0.5, -0.3), Some((1, 0)), "a little beside the board");
        assert_eq!(near(0.05, 0.5), Some((0, 1)));
        assert_eq!(near(1.9, 1.5), Some((4, 3)));
        assert_eq!(near(2.9, 1.95), Some((5, 4)));
        assert_eq!(near(5.0, 1.0), None);
        for side in size.sides() {
            let (x, y) = (f32::from(side.x) / 2.0, f32::from(side.y) / 2.0);
            assert_eq!(side_near(size, x, y), Some(side));
        }
    }
}
