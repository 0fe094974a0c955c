//! `REINFORCEMENTS <player-id> <num-units>`

use crate::rules::Player;

command! {
    /// A player gains units to place.
    "REINFORCEMENTS" Reinforcements {
        /// Who.
        player: Player,
        /// How many.
        units: u32,
    }
}
