//! Dots and Boxes: players draw lines between neighbouring dots; a player who draws the last
//! side of a box owns it and draws again. The player with the most boxes wins.
//!
//! [`Board`] contains the bare rules, for computer players and analysis; [`DotsGame`] is a
//! game at a table.

mod board;
mod bots;
mod drawing;
mod game;
mod lines;
mod rules;
mod text_view;

pub use board::{Board, BoardError, Illegal, MAX_BOXES, MIN_BOXES, Side, Size};
pub use bots::Kind;
pub use game::DotsGame;
pub use lines::{Drawn, Event};
pub use rules::Dots;
pub use text_view::DotsTextView;

/// The name of the game on the wire.
pub const ID: &str = "dots";
