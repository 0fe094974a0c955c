//! `START-ROUND <player-id>`

use crate::rules::Player;

command! {
    /// The turn of a player begins.
    "START-ROUND" StartRound {
        /// Whose.
        player: Player,
    }
}
