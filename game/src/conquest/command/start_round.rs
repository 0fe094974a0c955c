//! `START-ROUND <player-id>`

use crate::protocol::command::declare;
use crate::play::Player;

declare! {
    /// The turn of a player begins.
    "START-ROUND" StartRound {
        /// Whose.
        player: Player,
    }
}
