//! A game as a table sees it.

use std::any::Any;
use std::fmt;

use thiserror::Error;

use super::{Outbox, Player, SeededDice};
use crate::protocol::Name;
use crate::replay::Header;

/// Why a line of a player changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    /// The game has no such command.
    #[error("there is no such command")]
    Unknown,
    /// The arguments are not what the command takes.
    #[error("{0}")]
    Malformed(String),
    /// The line speaks for another player.
    #[error("you are not player {0}")]
    NotYou(Player),
    /// The moment is not the right one.
    #[error("{0}")]
    OutOfPlace(&'static str),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(String),
}

/// A line that does not follow from those before.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Misfit(pub String);

/// Whether a player takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Has turns.
    Plays,
    /// Has none until it is heard again.
    Absent,
    /// Has none any more, or never had: defeated, or no person.
    Out,
}

/// How a game has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won; nobody after a draw.
    pub winner: Option<Player>,
    /// The points of each player by seat, where the game counts any.
    pub scores: Vec<u32>,
}

/// A game, from when its table is opened until it is over.
///
/// Nothing of it depends on the time or blocks. Whatever changes is written into a
/// [`Outbox`]; the lines of it that are kept, heard again by
/// [`follow`](Self::follow), make the same game.
pub trait Game: Send + Sync {
    /// What it is played on: a map's id, a board's size. One word of the `TABLE`
    /// line.
    fn setup(&self) -> String;

    /// How many sit down; 2 to 6.
    fn players(&self) -> u8;

    /// What a record of it begins with.
    fn header(&self) -> Header;

    /// What a newcomer of version 0.3 is told before all else.
    fn introduce(&self, out: &mut dyn FnMut(&str));

    /// Chooses a rule before the game, by the rest of an `APPLY_RULE` line.
    /// Whether that changed anything.
    ///
    /// # Errors
    /// If there is no such rule.
    fn choose(&mut self, rule: &str) -> Result<bool, Refused>;

    /// Begins the game.
    ///
    /// # Errors
    /// If it cannot begin so.
    fn begin(&mut self, dice: &mut SeededDice, out: &mut Outbox) -> Result<(), Refused>;

    /// Whether it has begun.
    fn has_begun(&self) -> bool;

    /// Seats that no client has, and their names; told by the game itself.
    fn own_seats(&self) -> Vec<(Player, Name)> {
        Vec::new()
    }

    /// The players in the order of their turns.
    fn order(&self) -> Vec<Player>;

    /// Does what a player says.
    ///
    /// # Errors
    /// Why not; then nothing has changed.
    fn act(
        &mut self,
        by: Player,
        line: &str,
        dice: &mut SeededDice,
        out: &mut Outbox,
    ) -> Result<(), Refused>;

    /// A player has left: its turns are skipped. Whether it had any; the table
    /// tells `LOGOUT`.
    fn leave(&mut self, player: Player, dice: &mut SeededDice, out: &mut Outbox) -> bool;

    /// A player is back. Whether it was absent; the table tells
    /// `REGISTERED-PLAYER`.
    fn come_back(&mut self, player: Player, dice: &mut SeededDice, out: &mut Outbox) -> bool;

    /// Who is to act has been silent for too long while another's turn waits for
    /// the answer: the game answers.
    fn answer(&mut self, dice: &mut SeededDice, out: &mut Outbox);

    /// The time of the player on turn is used up: the turn ends as the rules
    /// allow.
    fn end_turn(&mut self, dice: &mut SeededDice, out: &mut Outbox);

    /// Whether a player takes part.
    fn standing(&self, player: Player) -> Standing;

    /// Whose turn it is.
    fn turn(&self) -> Option<Player>;

    /// Who is to act: most of the time who has the turn.
    fn to_act(&self) -> Option<Player>;

    /// How it has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Tells the whole state as a viewer may know it, `STATE-BEGIN` first and
    /// `STATE-END` last.
    fn state(
        &self,
        viewer: Option<Player>,
        name: &dyn Fn(Player) -> Name,
        out: &mut dyn FnMut(&str),
    );

    /// How many lines the state takes, about.
    fn state_lines(&self) -> usize;

    /// Takes a line that was kept, and the `LOGOUT` and `REGISTERED-PLAYER` of
    /// players who left and came back: what a journal holds and a client hears.
    ///
    /// # Errors
    /// If it does not fit; nothing has changed.
    fn follow(&mut self, line: &str) -> Result<(), Misfit>;

    /// Does a line of the debug console, if it is one of this game's.
    ///
    /// # Errors
    /// Why not.
    fn console(&mut self, line: &str, out: &mut Outbox) -> Option<Result<(), String>> {
        let _ = (line, out);
        None
    }

    /// The same game once more.
    fn duplicate(&self) -> Box<dyn Game>;

    /// For those who know which game it is.
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
