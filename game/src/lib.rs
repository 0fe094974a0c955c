//! The light client-server game that plays the authored maps.

pub mod bots;
pub mod client;
mod pool;
pub mod protocol;
pub mod replay;
pub mod rules;
pub mod server;
#[cfg(feature = "net")]
mod tcp;
pub mod terminal;
#[cfg(feature = "net")]
pub mod tls;
pub mod tournament;
pub mod tune;
