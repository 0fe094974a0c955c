//! The light client-server game that plays the authored maps.

pub mod protocol;
pub mod replay;
pub mod rules;
pub mod server;
