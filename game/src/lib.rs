//! The light client-server game that plays the authored maps.

pub mod ago;
pub mod client;
pub mod conquest;
pub mod dots;
#[cfg(feature = "gui")]
pub mod gui;
#[cfg(feature = "net")]
pub mod local;
pub mod play;
mod pool;
pub mod protocol;
pub mod replay;
pub mod server;
pub mod statistics;
#[cfg(feature = "net")]
mod tcp;
pub mod terminal;
#[cfg(feature = "net")]
pub mod tls;
pub mod tournament;
mod words;

pub use words::{count, list};
