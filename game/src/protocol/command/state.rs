//! `STATE <player-id>`

use crate::rules::Player;

command! {
    /// The client asks for the whole state of the game.
    "STATE" AskState {
        /// Who asks.
        player: Player,
    }
}
