//! `KICK <player-id> <other-id>`

use crate::play::Player;

command! {
    /// Who opened the table sends another player away.
    "KICK" Kick {
        /// Who opened the table.
        player: Player,
        /// Who is to go.
        other: Player,
    }
}
