//! The light client-server game that plays the authored maps.

pub mod client;
pub mod conquest;
pub mod dots;
pub mod play;
mod pool;
pub mod protocol;
pub mod replay;
pub mod server;
#[cfg(feature = "net")]
mod tcp;
pub mod terminal;
#[cfg(feature = "net")]
pub mod tls;
pub mod tournament;
