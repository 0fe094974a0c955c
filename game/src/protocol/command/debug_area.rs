//! `DEBUG-AREA <area> <owner> <units>`

use marchland_maps::TerritoryId;

use crate::rules::Player;

command! {
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
