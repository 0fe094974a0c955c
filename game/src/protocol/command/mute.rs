//! `MUTE <player-id> <other-id>`

use crate::play::Player;

command! {
    /// The player no longer wants to read what another says.
    "MUTE" Mute {
        /// Who does not want to.
        player: Player,
        /// Whose messages.
        other: Player,
    }
}
