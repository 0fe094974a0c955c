//! `RESIGN <player-id>`

use crate::play::Player;

command! {
    /// The player gives the game up and does not come back.
    "RESIGN" Resign {
        /// Who.
        player: Player,
    }
}
