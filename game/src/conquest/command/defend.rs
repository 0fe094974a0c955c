//! `DEFEND <player-id> <area-id> <num-units>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::play::Player;

declare! {
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
