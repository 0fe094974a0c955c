//! What a context menu is about.

use marchland_maps::{By, TerritoryKey, Way};

/// Something on the map under the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuTarget {
    Territory(TerritoryKey),
    /// A pivot of a territory, by index.
    Pivot(TerritoryKey, usize),
    Link(TerritoryKey, TerritoryKey, By, Way),
    /// A closed border.
    Closed(TerritoryKey, TerritoryKey),
    /// Water, or outside the map.
    Sea,
}
