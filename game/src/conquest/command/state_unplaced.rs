//! `STATE-UNPLACED <player-id> <num-units>`

use crate::protocol::command::declare;
use crate::play::Player;

declare! {
    /// Units of a player that wait to be placed; left out when there are none.
    "STATE-UNPLACED" StateUnplaced {
        /// Who.
        player: Player,
        /// How many.
        units: u32,
    }
}
