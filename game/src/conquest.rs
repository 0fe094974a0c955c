//! The conquest game: its rules, its lines, its computer players.
//!
//! [`rules`] are pure; [`ConquestGame`] puts them behind the lines of the protocol
//! for a table, [`bots`] play by them without a table, [`tune`] makes these better.

pub mod bots;
pub mod command;
mod game;
mod message;
pub mod rules;
mod telling;
mod tournament;
pub mod tune;
mod words;

pub use game::{Conquest, ConquestGame, ID, state_of};
pub use message::{Reply, Request};
pub use telling::{StateCollector, action, event, request, tell, tell_state};
pub use tournament::Tournament;
