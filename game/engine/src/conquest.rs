//! The conquest game: its rules, its lines, its computer players.
//!
//! [`rules`] is pure; [`ConquestGame`] connects it to the protocol for a table, [`bots`] play
//! by it without a table, [`tune`] improves them, and [`balance`] uses them to find out how a
//! map plays.

pub mod balance;
pub mod bots;
mod forecast;
mod game;
pub mod lines;
pub mod narrator;
pub mod rules;
mod telling;
mod tournament;
pub mod tune;

pub use forecast::Forecast;
pub use game::{Conquest, ConquestGame, ID, LEVELS, state_of};
pub use lines::{Reply, Request};
pub use telling::{StateCollector, tell, tell_state};
pub use tournament::Tournament;
