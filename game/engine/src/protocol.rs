//! The wire protocol: lines and their commands. No sockets.
//!
//! A command is one line of printable ASCII of at most [`MAX_LINE`] bytes. [`ClientMessage`]
//! is what a client sends at any table, [`ServerMessage`] what the server sends; [`command`]
//! lists all commands. Each game adds lines of its own: see [`crate::conquest::lines`].
//! `docs/protocol.md` documents the protocol for authors of other clients.

pub mod command;
mod line;
pub(crate) mod message;
mod token;

pub use command::line;
pub use line::{LineError, LineReader, MAX_LINE};
pub use message::{ClientMessage, ServerMessage};
#[cfg(test)]
pub(crate) use token::tests::samples;
pub use token::{Args, BadName, Digest, Field, Flag, Name, ParseError, Secret, Text, Token};
pub(crate) use token::{few, named, number, numbered, numbers, put};
