//! `READY <player-id>`

use crate::rules::Player;

command! {
    /// The client is ready to play.
    "READY" Ready {
        /// Who.
        player: Player,
    }
}
