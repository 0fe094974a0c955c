//! The rules of a kind of game, from which games are created.

use thiserror::Error;

use super::{Bot, Game};

/// Why a set-up is invalid.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// The rules of a kind of game.
pub trait RuleSet: Send + Sync {
    /// Its name on the wire: one word.
    fn id(&self) -> &'static str;

    /// The commands of its players, besides those common to all games.
    fn commands(&self) -> &'static [&'static str];

    /// Creates a game for this many players; without a set-up, with the default one.
    ///
    /// # Errors
    /// If there is no such set-up, or it does not fit this many players.
    fn open(&self, setup: Option<&str>, players: u8) -> Result<Box<dyn Game>, SetupError>;

    /// The names of its computer players, weakest first.
    fn bots(&self) -> &'static [&'static str];

    /// The levels that players choose from, weakest first, each with the name of its computer
    /// player.
    fn levels(&self) -> &'static [(&'static str, &'static str)];

    /// The computer player of this name, seeded with `seed`; `None` if there is none.
    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot>>;

    /// The name of the computer player of this name or level; `None` if there is none.
    fn bot_called(&self, name: &str) -> Option<&'static str> {
        let bots = self.bots().iter().map(|&bot| (bot, bot));
        let mut known = bots.chain(self.levels().iter().copied());
        Some(known.find(|(called, _)| *called == name)?.1)
    }
}
