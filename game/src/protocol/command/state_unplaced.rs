//! `STATE-UNPLACED <player-id> <num-units>`

use crate::rules::Player;

command! {
    /// Units of a player that wait to be placed; left out when there are none.
    "STATE-UNPLACED" StateUnplaced {
        /// Who.
        player: Player,
        /// How many.
        units: u32,
    }
}
