//! `REINFORCE <player-id> <area-id> <num-units>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::play::Player;

declare! {
    /// Units are placed: asked for by the client, told by the server.
    "REINFORCE" Reinforce {
        /// Whose units.
        player: Player,
        /// Where.
        area: TerritoryId,
        /// How many.
        units: u32,
    }
}
