//! The conquest game: its rules, its lines, its computer players.
//!
//! [`rules`] are pure; [`ConquestGame`] puts them behind the lines of the protocol
//! for a table, [`bots`] play by them without a table, [`tune`] makes these better, and
//! [`balance`] finds by them how a map plays.

pub mod balance;
pub mod bots;
mod game;
pub mod lines;
pub mod narrator;
pub mod rules;
mod telling;
mod tournament;
pub mod tune;

pub use game::{Conquest, ConquestGame, ID, state_of};
pub use lines::{Reply, Request};
pub use telling::{StateCollector, tell, tell_state};
pub use tournament::Tournament;
