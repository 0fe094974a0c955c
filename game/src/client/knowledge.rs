//! What a client keeps of a game, whichever it is.

use thiserror::Error;

use crate::play::{Misfit, Player};
use crate::protocol::{Name, ParseError};
use crate::replay::Header;

/// A game as one client knows it, by what the server tells.
///
/// [`Model`](super::Model) is that of conquest; [`Follower`](super::Follower) that of
/// every game of which nothing is hidden.
pub trait Knowledge: Clone {
    /// A line of the server.
    type Line;
    /// What a player does.
    type Action: Clone;
    /// Who plays by itself.
    type Computer;

    /// Reads a line.
    ///
    /// # Errors
    /// If it cannot be understood.
    fn parse(line: &str) -> Result<Self::Line, ParseError>;

    /// The same game before anything is known of it.
    #[must_use]
    fn fresh(&self) -> Self;

    /// What a record of it begins with.
    fn header(&self, players: u8) -> Header;

    /// Takes notice of which game is played there, if a line tells.
    ///
    /// # Errors
    /// If it is another.
    fn meet(&mut self, line: &Self::Line) -> Result<(), OtherGame>;

    /// The game of a record, before its first line.
    ///
    /// # Errors
    /// If it is another than this.
    fn of_record(&self, header: &Header) -> Result<Self, OtherGame>;

    /// Whose view it is.
    fn me(&self) -> Option<Player>;

    /// Takes notice of oneself, whom a server of version 0.2 does not tell of.
    fn introduce(&mut self, player: Player, name: Name);

    /// Whether the game has begun.
    fn has_begun(&self) -> bool;

    /// How the game ended, once it is over.
    fn over(&self) -> Option<Over>;

    /// Whether something happens in the game by a line.
    fn is_event(line: &Self::Line) -> bool;

    /// Follows a line. Those that change nothing are passed over, and so are events
    /// between asking for the whole state and its coming.
    ///
    /// # Errors
    /// If it does not fit what was told before; nothing has changed.
    fn follow(&mut self, line: &Self::Line) -> Result<(), Misfit>;

    /// Notes that the whole state is asked for: until it has come, there is nothing
    /// to do. Whether it was not asked for already.
    fn ask(&mut self) -> bool;

    /// Whether the whole state was asked for and has not come.
    fn is_asked(&self) -> bool;

    /// The line by which a player does something.
    fn request(player: Player, action: &Self::Action) -> String;

    /// What others are told of it, by a server that repeats what was said; nothing if they
    /// are told nothing.
    fn echo(player: Player, action: &Self::Action) -> Option<Self::Line>;

    /// Notes an action that was sent to a server of version 0.3, which will echo it.
    fn sent(&mut self, action: &Self::Action);

    /// Follows one's own action, of which a server of version 0.2 sends no echo.
    ///
    /// # Errors
    /// If it is not legal.
    fn acted(&mut self, action: &Self::Action) -> Result<(), Misfit>;

    /// What a computer player does now, if oneself is to act.
    fn decide(&self, computer: &mut Self::Computer) -> Option<Self::Action>;

    /// A line as a sentence for people, the game being as before it; nothing for
    /// what only programs need.
    fn narrate(&self, line: &Self::Line) -> Option<String>;
}

/// The end of a game: who has won; nobody after a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over(pub Option<Player>);

/// Another game is played there than the client knows.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OtherGame {
    /// On another map.
    #[error("on {theirs}, not on this version of {ours}")]
    Map {
        /// The id of the map that is played on.
        theirs: String,
        /// The id of the client's.
        ours: String,
    },
    /// By other rules.
    #[error("by the rules of {theirs}, not of {ours}")]
    Rules {
        /// The game that is played.
        theirs: String,
        /// The digest that the client has worked out.
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
