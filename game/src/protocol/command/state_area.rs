//! `STATE-AREA <area> <owner> <units>`

use marchland_maps::TerritoryId;

use crate::rules::Player;

command! {
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
