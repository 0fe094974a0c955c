//! `UNMUTE <player-id> <other-id>`

use crate::play::Player;

command! {
    /// The player wants to read again what another says.
    "UNMUTE" Unmute {
        /// Who wants to.
        player: Player,
        /// Whose messages.
        other: Player,
    }
}
