//! `UNREADY <player-id>`

use crate::play::Player;

command! {
    /// A rule has changed, so that the player has to say `READY` again.
    "UNREADY" Unready {
        /// Who.
        player: Player,
    }
}
