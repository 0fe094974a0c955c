//! Why a map, its image or a record is not shown.

use std::fmt::Display;

use marchland_files::plain;

use super::MAP_PATH;

pub(in crate::gui) fn not_playable(name: &str, why: &str) -> String {
    if why.is_empty() {
        format!("The map {name} cannot be played.")
    } else {
        format!("The map {name} cannot be played: {why}")
    }
}

/// The map on the start screen is shown in plain colours, as was chosen in a game.
#[cfg(feature = "net")]
pub(in crate::gui) const IMAGE_HIDDEN: &str = "Its image is hidden. In a game, press I to show it.";

/// The map is shown in plain colours.
pub(in crate::gui) fn without_image(file: &str, why: &str) -> String {
    format!("The map is shown without its image {file}: {why}")
}

/// Territories that nobody could click, since they are not in the mask.
pub(in crate::gui) fn not_in_mask(one: &str, others: usize) -> String {
    match others {
        0 => format!("{one} is not in the mask"),
        1 => format!("{one} and 1 other are not in the mask"),
        _ => format!("{one} and {others} others are not in the mask"),
    }
}

pub(in crate::gui) fn other_record(file: &dyn Display, why: &dyn Display) -> String {
    format!("{file} was played {why}.")
}

/// No known map fits a record.
pub(in crate::gui) fn no_map_of_record(map: &str) -> String {
    format!(
        "The record is of the map {}, and no known map matches it. Enter its folder under \
         “{MAP_PATH}” and choose the record again.",
        plain(map)
    )
}
