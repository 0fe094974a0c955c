//! What the game does as a whole, seen from outside.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clients;
mod crowd;
mod edge_cases;
mod hostile;
mod independent;
mod laws;
mod manual;
mod old_client;
mod playing;
mod positions;
mod program;
mod proxy;
mod restart;
mod server_program;
mod sketch;
mod sockets;
mod storms;
mod strategies;
mod tables;
mod terminal_text;
mod transcripts;
mod wire;
