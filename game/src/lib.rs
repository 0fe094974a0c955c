//! Tables for Marchland's games: a server, clients, and a window.
//!
//! [`server`] seats players at tables, [`client`] follows a game, and [`terminal`] and, with the
//! feature `gui`, a window show it. With the feature `net` there are sockets, and the program.
//!
//! The games themselves, their computer players and records are in [`marchland_engine`], whose
//! modules are also reached through this crate.

pub mod ago;
pub mod client;
#[cfg(feature = "gui")]
pub mod gui;
#[cfg(feature = "net")]
pub mod local;
#[cfg(feature = "net")]
pub mod saved_game;
pub mod server;
#[cfg(feature = "net")]
mod tcp;
pub mod terminal;
#[cfg(feature = "net")]
pub mod tls;

pub use marchland_engine::{
    conquest, count, dots, list, play, protocol, replay, statistics, tournament,
};
