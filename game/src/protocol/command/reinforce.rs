//! `REINFORCE <player-id> <area-id> <num-units>`

use marchland_maps::TerritoryId;

use crate::rules::Player;

command! {
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
