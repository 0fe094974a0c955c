//! Why a command is refused.

use super::Error;

/// The codes of an `ERROR`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// The line does not parse: too long, foreign bytes, bad arguments.
    Malformed = 1,
    /// No such command.
    Unknown = 2,
    /// The command is not possible now: not logged in, or the game has not started, or
    /// already has.
    OutOfPlace = 3,
    /// The player id is not the sender's.
    NotYou = 4,
    /// The rules forbid it.
    Illegal = 5,
    /// Too many lines in too little time. Reserved: this server never sends it. It drops
    /// nothing, but pauses reading until the client may send more.
    TooFast = 6,
    /// No such table or map, or no room for another table.
    NoTable = 7,
    /// Unknown player or wrong token.
    BadToken = 8,
    /// The server is closing the connection.
    Closing = 9,
    /// Nothing was refused: the server reports the state of the game's journal, which may
    /// halt the game.
    Journal = 10,
}

impl ErrorCode {
    /// The text sent with [`ErrorCode::Closing`] when another connection takes the seat.
    pub const TAKEN_AGAIN: &str = "the seat was taken again from another connection";
    /// The end of the text sent with [`ErrorCode::Closing`] to a player whom the host has
    /// removed before the game; the host's name comes first.
    pub const REMOVED: &str = "has removed you from the table";
    /// The text sent with [`ErrorCode::OutOfPlace`] to a player whose turn the server ends.
    pub const TIME_UP: &str = "your time for this turn is used up";
    /// The text sent with [`ErrorCode::Closing`] when the server stops, but keeps its games.
    pub const STOPPING: &str = "the server is stopping";
    /// The text sent with [`ErrorCode::Closing`] when the server stops and its games end.
    pub const CLOSED: &str = "the server is closed, and its games have ended";
}

impl Error {
    /// The maximum length of the text in bytes, so that the line fits with any code.
    pub const LONGEST: usize = 110;

    /// Creates an error. A text that is too long is cut; unprintable characters become `?`.
    pub fn new(code: ErrorCode, text: &str) -> Self {
        let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
        let text: String = text.chars().take(Self::LONGEST).map(printable).collect();
        Self {
            code: code as u32,
            text: text.trim().to_owned(),
        }
    }

    /// Whether nothing was refused, but the server reports the state of the game's journal.
    pub fn is_about_journal(&self) -> bool {
        self.code == ErrorCode::Journal as u32
    }

    /// Whether a request was refused: not where the server reports the state of the game's
    /// journal, or ends the connection.
    pub fn is_refusal(&self) -> bool {
        !self.is_about_journal() && self.code != ErrorCode::Closing as u32
    }

    /// Whether the host has removed the player before the game.
    pub fn is_removal(&self) -> bool {
        self.code == ErrorCode::Closing as u32 && self.text.ends_with(ErrorCode::REMOVED)
    }

    /// Whether nothing was refused, but the server ends the turn because its time is up.
    pub fn is_time_up(&self) -> bool {
        self.code == ErrorCode::OutOfPlace as u32 && self.text == ErrorCode::TIME_UP
    }
}
