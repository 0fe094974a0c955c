//! The interface between a table and the game played at it.

use std::any::Any;
use std::fmt;

use thiserror::Error;

use super::{Outbox, Player, SeededDice};
use crate::protocol::Name;
use crate::replay::Header;

/// Why a game refuses a player's line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    /// The game has no such command.
    #[error("there is no such command")]
    Unknown,
    /// The arguments do not parse.
    #[error("{0}")]
    Malformed(String),
    /// The line speaks for another player.
    #[error("you are not player {0}")]
    NotYou(Player),
    /// The command is not possible at this point of the game.
    #[error("{0}")]
    OutOfPlace(&'static str),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(String),
}

/// A line that does not fit the game so far.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Misfit(pub String);

/// Whether a player takes part in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Takes turns.
    Plays,
    /// Takes no turns until it is heard from again.
    Absent,
    /// Takes no turns any more, or never did: defeated, or not a person.
    Out,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` after a draw.
    pub winner: Option<Player>,
    /// The points of each player by seat; empty if the game counts none.
    pub scores: Vec<u32>,
}

/// A game, from the opening of its table to its end.
///
/// A game never blocks and never looks at the time. Every change is written to an [`Outbox`];
/// passing its journalled lines to [`follow`](Self::follow) rebuilds the same game.
pub trait Game: Send + Sync {
    /// What it is played on: a map's id or a board's size. One word of the `TABLE` line.
    fn setup(&self) -> String;

    /// The number of players, 2 to 6.
    fn players(&self) -> u8;

    /// The header of a record of this game.
    fn header(&self) -> Header;

    /// Sends what a newcomer with version 0.3 must know first.
    fn introduce(&self, out: &mut dyn FnMut(&str));

    /// Chooses a rule before the game, given the rest of an `APPLY_RULE` line. Returns
    /// whether that changed anything.
    ///
    /// # Errors
    /// If there is no such rule.
    fn choose(&mut self, rule: &str) -> Result<bool, Refused>;

    /// Begins the game.
    ///
    /// # Errors
    /// If the game cannot begin.
    fn begin(&mut self, dice: &mut SeededDice, out: &mut Outbox) -> Result<(), Refused>;

    /// Whether the game has begun.
    fn has_begun(&self) -> bool;

    /// The seats that the game itself fills, and their names. The game announces them.
    fn own_seats(&self) -> Vec<(Player, Name)> {
        Vec::new()
    }

    /// Names that no player may take, in capitals or not: those of its own seats.
    fn reserved_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// The players in turn order.
    fn order(&self) -> Vec<Player>;

    /// Executes a player's line.
    ///
    /// # Errors
    /// Why the line is refused; the game is unchanged.
    fn act(
        &mut self,
        by: Player,
        line: &str,
        dice: &mut SeededDice,
        out: &mut Outbox,
    ) -> Result<(), Refused>;

    /// Marks a player as absent: its turns are skipped. Returns whether it was taking part;
    /// the table sends `LOGOUT`.
    fn leave(&mut self, player: Player, dice: &mut SeededDice, out: &mut Outbox) -> bool;

    /// Marks a player as present again. Returns whether it was absent; the table sends
    /// `REGISTERED-PLAYER`.
    fn come_back(&mut self, player: Player, dice: &mut SeededDice, out: &mut Outbox) -> bool;

    /// Answers for the player to act, who has not responded in time while another player's
    /// turn waits.
    fn answer(&mut self, dice: &mut SeededDice, out: &mut Outbox);

    /// Ends the turn of a player whose time is up, as the rules allow.
    fn end_turn(&mut self, dice: &mut SeededDice, out: &mut Outbox);

    /// Whether a player takes part in the game.
    fn standing(&self, player: Player) -> Standing;

    /// Whose turn it is.
    fn turn(&self) -> Option<Player>;

    /// The player to act: usually the player on turn.
    fn to_act(&self) -> Option<Player>;

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Sends the whole state as far as `viewer` may know it, from `STATE-BEGIN` to
    /// `STATE-END`.
    fn state(
        &self,
        viewer: Option<Player>,
        name: &dyn Fn(Player) -> Name,
        out: &mut dyn FnMut(&str),
    );

    /// The approximate number of lines of the state.
    fn state_lines(&self) -> usize;

    /// Applies a journalled line, or the `LOGOUT` or `REGISTERED-PLAYER` of a player who left
    /// or returned: the lines that a journal holds and a client receives.
    ///
    /// # Errors
    /// If the line does not fit the game, which is unchanged.
    fn follow(&mut self, line: &str) -> Result<(), Misfit>;

    /// Executes a line of the debug console. Returns how many territories or the like have
    /// changed; `None` if this game does not know the line.
    ///
    /// # Errors
    /// Why not.
    fn console(&mut self, line: &str, out: &mut Outbox) -> Option<Result<usize, String>> {
        let _ = (line, out);
        None
    }

    /// Whether a line is one of this game that the server may send.
    fn sends(&self, line: &str) -> bool {
        let _ = line;
        false
    }

    /// A copy of the game.
    fn duplicate(&self) -> Box<dyn Game>;

    /// For downcasting to the concrete game.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.as_ref().duplicate()
    }
}

impl fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game").field(&self.setup()).finish()
    }
}
