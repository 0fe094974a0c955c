//! Why a command is refused.

use super::Error;

/// What the codes of an `ERROR` mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// The line is not a command: too long, foreign bytes, bad arguments.
    Malformed = 1,
    /// No such command.
    Unknown = 2,
    /// The command does not fit the moment: not logged in, or the game has
    /// not started, or has.
    OutOfPlace = 3,
    /// The player id is not the sender's.
    NotYou = 4,
    /// The rules forbid it.
    Illegal = 5,
    /// Too many lines in too little time. Reserved: this server never sends it,
    /// for it drops nothing and reads on when the client may say more.
    TooFast = 6,
    /// No such table or map, or no room for another.
    NoTable = 7,
    /// No such player, or another token.
    BadToken = 8,
    /// The connection will be closed.
    Closing = 9,
    /// Nothing was refused: the server tells how it stands with the journal of
    /// the game, without which it may have to wait.
    Journal = 10,
}

impl ErrorCode {
    /// The text with [`ErrorCode::Closing`] where a seat is taken again from another
    /// connection.
    pub const TAKEN_AGAIN: &str = "the seat was taken again from another connection";
}

impl Error {
    /// Bytes of a text at most, so that the line fits whatever the code is.
    pub const LONGEST: usize = 110;

    /// An error; a text too long is cut.
    pub fn new(code: ErrorCode, text: &str) -> Self {
        let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
        let text: String = text.chars().take(Self::LONGEST).map(printable).collect();
        Self {
            code: code as u32,
            text: text.trim().to_owned(),
        }
    }
}
