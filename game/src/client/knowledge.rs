//! What a client knows of a game, whichever it is.

use thiserror::Error;

use crate::play::{Misfit, Player};
use crate::protocol::{Name, ParseError};
use crate::replay::Header;

/// A game as one client knows it from the server's messages.
///
/// [`Model`](super::Model) is that of conquest; [`Follower`](super::Follower) serves every
/// game without hidden information.
pub trait Knowledge: Clone {
    /// A line of the server.
    type Line;
    /// An action of a player.
    type Action: Clone;
    /// A computer player.
    type Computer;

    /// Parses a line.
    ///
    /// # Errors
    /// If the line is invalid.
    fn parse(line: &str) -> Result<Self::Line, ParseError>;

    /// The same game before anything is known of it.
    #[must_use]
    fn fresh(&self) -> Self;

    /// The header of a record of it.
    fn header(&self, players: u8) -> Header;

    /// Checks the game that the server plays, if the line names it, and adopts its set-up.
    ///
    /// # Errors
    /// If the server plays another game.
    fn meet(&mut self, line: &Self::Line) -> Result<(), OtherGame>;

    /// The game of a record, before its first line.
    ///
    /// # Errors
    /// If the record is of another game.
    fn of_record(&self, header: &Header) -> Result<Self, OtherGame>;

    /// The player whose view it is; `None` for a spectator.
    fn me(&self) -> Option<Player>;

    /// Sets a player's name. A server of version 0.2 does not send the client's own.
    fn introduce(&mut self, player: Player, name: Name);

    /// Whether the game has begun.
    fn has_begun(&self) -> bool;

    /// How the game ended, once it is over.
    fn over(&self) -> Option<Over>;

    /// Whether a line is an event of the game.
    fn is_event(line: &Self::Line) -> bool;

    /// Whether a line can be shown before it is followed: it names nothing that the game lacks.
    fn can_be_shown(&self, line: &Self::Line) -> bool {
        let _ = line;
        true
    }

    /// Applies a line. Lines that change nothing are ignored, and so are events between the
    /// request for the whole state and its arrival.
    ///
    /// # Errors
    /// If the line does not fit the game; nothing has changed.
    fn follow(&mut self, line: &Self::Line) -> Result<(), Misfit>;

    /// Notes that the whole state is requested; until it arrives the player cannot act.
    /// Returns whether it was not requested already.
    fn ask(&mut self) -> bool;

    /// Whether the whole state was requested and has not arrived.
    fn is_asked(&self) -> bool;

    /// The line that requests an action.
    fn request(player: Player, action: &Self::Action) -> String;

    /// The line about the action that others receive from a server that echoes requests;
    /// `None` if they receive none.
    fn echo(player: Player, action: &Self::Action) -> Option<Self::Line>;

    /// Notes an action sent to a server of version 0.3, which will echo it.
    fn sent(&mut self, action: &Self::Action);

    /// Applies the player's own action, which a server of version 0.2 does not echo.
    ///
    /// # Errors
    /// If the action is illegal.
    fn acted(&mut self, action: &Self::Action) -> Result<(), Misfit>;

    /// What a computer player does now, if it is this player's move.
    fn decide(&self, computer: &mut Self::Computer) -> Option<Self::Action>;

    /// A line of a server's journal as the server tells it to a player: without what is hidden
    /// from them.
    fn as_told(line: &str, player: Player) -> String {
        let _ = player;
        line.to_owned()
    }

    /// A line as a sentence for people, with the game as before the line; `None` for lines
    /// only programs need.
    fn narrate(&self, line: &Self::Line) -> Option<String>;
}

/// The end of a game: the winner, or `None` after a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over(pub Option<Player>);

/// The server plays another game than the client.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OtherGame {
    /// A game on another map.
    #[error("on {theirs}, not on this version of {ours}")]
    Map {
        /// The id of the server's map.
        theirs: String,
        /// The id of the client's map.
        ours: String,
    },
    /// A game with other rules.
    #[error("by the rules of {theirs}, not {ours}")]
    Rules {
        /// The server's game.
        theirs: String,
        /// The client's game.
        ours: String,
    },
}

impl OtherGame {
    pub(super) fn unless(theirs: &str, ours: &str) -> Result<(), Self> {
        if theirs == ours {
            return Ok(());
        }
        Err(Self::Rules {
            theirs: marchland_files::plain(theirs).into_owned(),
            ours: ours.to_owned(),
        })
    }
}
