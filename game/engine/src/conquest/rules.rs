//! The rules of the game: pure, without clock, sockets or dice of their own.
//!
//! A [`State`] changes only by [`Event`]s. [`State::play`] turns a player's [`Action`] into
//! the events it causes, or says why it is illegal and leaves the state unchanged.
//! [`State::legal`] lists the legal actions. Randomness comes from [`Dice`] passed in, so
//! that games can be repeated.
//!
//! The server's state knows every card. A player's view has the same type, with the cards of
//! others face down ([`State::seen_by`]), and is updated by the same events as seen by that
//! player ([`Event::seen_by`]).

mod action;
mod apply;
mod cards;
mod check;
mod deal;
mod event;
mod guess;
mod legal;
mod play;
mod roll;
mod snapshot;
mod state;
mod variants;
mod verify;

pub use action::{Action, Illegal};
pub use cards::{Card, Cards, Set, SetError};
pub use deal::StartError;
pub use event::Event;
pub use play::ChangeError;
pub use roll::{Roll, RollError};
pub use snapshot::{Snapshot, SnapshotError};
pub use state::{Battle, Holding, Phase, Seat, State, Status, Step};
pub use variants::{AreaVariant, SetVariant, Variants};
pub use verify::Mismatch;

pub use crate::play::{Dice, MAX_SEATS, Player, SeededDice, TurnOrder};
