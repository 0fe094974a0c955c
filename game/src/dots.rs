//! Dots and Boxes: a grid of dots, joined line by line; who draws the last side
//! of a box has it and draws again. Who has most boxes at the end wins.
//!
//! [`Board`] holds the rules alone, for computer players and analysis;
//! [`DotsGame`] is a game at a table.

mod board;
mod game;
mod lines;

pub use board::{Board, BoardError, Illegal, MAX_BOXES, MIN_BOXES, Side, Size};
pub use game::{Dots, DotsGame};
pub use lines::{Drawn, Event};
