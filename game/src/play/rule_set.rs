//! The rules of a kind of game, by which games of it are opened.

use thiserror::Error;

use super::{Bot, Game};

/// Why a game cannot be set up so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// The rules of a kind of game: makes games of it.
pub trait RuleSet: Send + Sync {
    /// Its name on the wire: one word.
    fn id(&self) -> &'static str;

    /// What its players say, beside what is said in every game.
    fn commands(&self) -> &'static [&'static str];

    /// A game for so many players; of no set-up, the usual one.
    ///
    /// # Errors
    /// If there is no such set-up, or so many cannot play.
    fn open(&self, setup: Option<&str>, players: u8) -> Result<Box<dyn Game>, SetupError>;

    /// The names of its computer players, each weaker than the next.
    fn bots(&self) -> &'static [&'static str];

    /// A computer player by its name, chance coming from `seed`; nothing if there is
    /// no such player.
    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Bot>>;
}
