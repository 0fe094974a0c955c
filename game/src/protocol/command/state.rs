//! `STATE <player-id>`

use crate::play::Player;

command! {
    /// The client asks for the whole state of the game.
    "STATE" AskState {
        /// Who asks.
        player: Player,
    }
}
