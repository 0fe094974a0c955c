//! `END-ROUND <player-id>`

use crate::rules::Player;

command! {
    /// The client ends its turn.
    "END-ROUND" EndRound {
        /// The player on turn.
        player: Player,
    }
}
