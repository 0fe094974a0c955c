//! `DEFEND <player-id> <area-id> <num-units>`

use marchland_maps::TerritoryId;

use crate::rules::Player;

command! {
    /// The answer to an attack: given by the client, told by the server.
    "DEFEND" Defend {
        /// The defender.
        player: Player,
        /// The area attacked.
        area: TerritoryId,
        /// 1 or 2.
        units: u8,
    }
}
