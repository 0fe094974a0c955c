//! `STATE-AREA <area> <owner> <units>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::play::Player;

declare! {
    /// An area; free ones are left out.
    "STATE-AREA" StateArea {
        /// Which.
        area: TerritoryId,
        /// Its owner.
        owner: Player,
        /// Its units.
        units: u32,
    }
}
