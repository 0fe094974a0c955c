//! Dots and Boxes: a grid of dots, joined line by line; who draws the last side
//! of a box has it and draws again. Who has most boxes at the end wins.
//!
//! [`Board`] holds the rules alone, for computer players and analysis;
//! [`DotsGame`] is a game at a table.

mod board;
mod bots;
mod drawing;
mod game;
mod lines;
mod rules;
mod text_view;

pub use board::{Board, BoardError, Illegal, MAX_BOXES, MIN_BOXES, Side, Size};
pub use bots::{DotsBot, Kind};
pub use game::DotsGame;
pub use lines::{Drawn, Event};
pub use rules::Dots;
pub use text_view::DotsTextView;

/// The name of the game on the wire.
pub(crate) const ID: &str = "dots";
