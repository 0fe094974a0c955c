//! `REINFORCEMENTS <player-id> <num-units>`

use crate::protocol::command::declare;
use crate::play::Player;

declare! {
    /// A player gains units to place.
    "REINFORCEMENTS" Reinforcements {
        /// Who.
        player: Player,
        /// How many.
        units: u32,
    }
}
