//! `END-ROUND <player-id>`

use crate::protocol::command::declare;
use crate::play::Player;

declare! {
    /// The client ends its turn.
    "END-ROUND" EndRound {
        /// The player on turn.
        player: Player,
    }
}
