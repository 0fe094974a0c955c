//! Computer players, whatever they play.

use super::{Game, Player};

/// Plays a game by itself.
pub trait Bot: Send {
    /// The line that it says as `me`, who is to act, in a game of its rule set;
    /// nothing of another game.
    ///
    /// It sees the game as it is given: who runs a table hands out what `me` may
    /// know, and a client knows no more.
    fn act(&mut self, game: &dyn Game, me: Player) -> Option<String>;
}
