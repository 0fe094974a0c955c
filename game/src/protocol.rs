//! The wire protocol: lines, and the commands that stand in them. No sockets.
//!
//! A command is one line of printable ASCII of at most [`MAX_LINE`] bytes.
//! [`Request`] is what a client says, [`Reply`] what the server says; each
//! command is a type of its own under [`command`], with its parsing and its
//! formatting side by side. `docs/protocol.md` is the text for authors of other
//! clients.

pub mod command;
mod line;
mod message;
mod telling;
mod token;

pub use line::{LineError, LineReader, MAX_LINE};
pub use message::{Reply, Request};
pub use telling::{StateCollector, action, event, request, tell, tell_state};
pub use token::{Args, BadName, Digest, Flag, Name, ParseError, Secret, Text, Token};
