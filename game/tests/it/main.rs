//! What the game does as a whole, seen from outside.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod balance;
mod balance_report;
mod balance_usage;
mod bots;
mod clients;
mod conduct;
mod console;
mod crowd;
mod deserted;
mod dots;
mod dots_playback;
mod dots_program;
mod edge_cases;
mod hostile;
mod independent;
mod journals;
mod laws;
mod limits;
mod manual;
mod news;
mod old_client;
mod playback;
mod playing;
mod positions;
mod program;
mod proxy;
#[cfg(unix)]
mod pty;
mod refusals;
#[cfg(target_os = "linux")]
mod resizing;
mod restart;
mod resuming;
mod returning;
mod seats;
mod server_program;
mod shards;
mod simulated;
mod sketch;
mod sockets;
mod storms;
mod strategies;
mod tables;
mod telling;
mod terminal_conduct;
mod terminal_server;
mod terminal_text;
mod tls;
mod tournament;
mod transcripts;
mod typist;
mod untrusted;
mod wire;
