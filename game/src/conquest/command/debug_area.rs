//! `DEBUG-AREA <area> <owner> <units>`

use crate::protocol::command::declare;
use marchland_maps::TerritoryId;

use crate::play::Player;

declare! {
    /// The debug console changed an area.
    "DEBUG-AREA" DebugArea {
        /// Which.
        area: TerritoryId,
        /// Its owner now.
        owner: Player,
        /// Its units now.
        units: u32,
    }
}
