//! What the game does as a whole, seen from outside.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod crowd;
mod edge_cases;
mod hostile;
mod laws;
mod old_client;
mod positions;
mod restart;
mod sketch;
mod sockets;
mod storms;
mod strategies;
mod tables;
mod transcripts;
mod wire;
