//! The wire protocol: lines, and the commands that stand in them. No sockets.
//!
//! A command is one line of printable ASCII of at most [`MAX_LINE`] bytes.
//! [`Ask`] is what a client says at any table, [`Answer`] what the server says;
//! each command is a type of its own under [`command`], with its parsing and its
//! formatting side by side. The lines of a game are its own: see
//! [`crate::conquest`]. `docs/protocol.md` is the text for authors of other
//! clients.

pub mod command;
mod line;
pub(crate) mod message;
mod token;

pub use command::line;
pub use line::{LineError, LineReader, MAX_LINE};
pub use message::{Answer, Ask};
#[cfg(test)]
pub(crate) use token::samples;
pub use token::{Args, BadName, Digest, Flag, Name, ParseError, Secret, Text, Token};
pub(crate) use token::{number, put};
