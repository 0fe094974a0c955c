//! What a person or a computer player wants to do at a table.

use crate::play::Player;

/// What a participant wants to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent<A> {
    /// Nothing, but the display may have changed.
    Nothing,
    /// An action of the game, legal as far as is known.
    Act(A),
    /// A message to all.
    Say(String),
    /// To be ready, where that is not automatic.
    Ready,
    /// To choose a variant of a rule, before the game.
    Choose(u32, u32),
    /// To remove another player from the table.
    Kick(Player),
    /// To resign: the game continues or ends without the player.
    Resign,
    /// Not to hear a player's messages.
    Mute(Player),
    /// To hear them again.
    Unmute(Player),
    /// To leave the table and close the connection.
    Leave,
}
