//! `REGISTERED-PLAYER <player-id> <real-id>`

use crate::protocol::Name;
use crate::play::Player;

command! {
    /// A player is at the table, or is back.
    "REGISTERED-PLAYER" RegisteredPlayer {
        /// The id.
        player: Player,
        /// The name.
        name: Name,
    }
}
