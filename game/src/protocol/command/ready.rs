//! `READY <player-id>`

use crate::play::Player;

command! {
    /// The client is ready to play.
    "READY" Ready {
        /// Who.
        player: Player,
    }
}
