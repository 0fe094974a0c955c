//! Computer players, for any game.

use super::{Game, Player};

/// Names for computer players in games against them, one for each seat.
pub const OPPONENTS: [&str; 6] = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"];

/// A computer player.
pub trait Bot: Send {
    /// The line that it sends as `me`, who must be the player to act. `None` if the game
    /// belongs to another rule set.
    ///
    /// The bot sees `game` as it is given: a table passes only what `me` may know, and a
    /// client knows no more.
    fn act(&mut self, game: &dyn Game, me: Player) -> Option<String>;
}
