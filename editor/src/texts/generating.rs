//! Texts of the dialog that generates a map.

use super::{count, number, sample};

pub(crate) const GENERATE_MAP: &str = "Generate map…";
pub(crate) const GENERATE_MAP_HINT: &str =
    "Coasts, territories and names from a seed, ready to play";
pub(crate) const GENERATE_TITLE: &str = "Generate map";
pub(crate) const GENERATE_HINT: &str = "The same seed and settings always make the same map.";
pub(crate) const SEED: &str = "Seed";
pub(crate) const ANOTHER_SEED: &str = "New seed";
pub(crate) const LAND: &str = "Land";
pub(crate) const SHEET: &str = "Size in px";
pub(crate) const AS_USUAL: &str = "Default";
pub(crate) const USE_MAP: &str = "Use this map";
pub(crate) const GENERATING: &str = "Generating the map…";
pub(crate) const NO_SEED: &str = "The seed must be a whole number.";
pub(crate) const NO_SIZE: &str = "Enter both width and height, or neither.";
pub(crate) const CONTINENTS: &str = "Continents";

pub(crate) fn territories_from(range: std::ops::RangeInclusive<u16>) -> String {
    let (least, most) = (range.start(), range.end());
    format!("The number of territories must be {least} to {most}.")
}

/// `36 %`.
pub(crate) fn land_share(hundredths: u16) -> String {
    format!("{hundredths} %")
}

/// `Varra: 42 territories, 6 continents, 76 links (13 by sea)`.
pub(crate) fn generated(name: &str, [territories, of, links, by_sea]: [usize; 4]) -> String {
    format!(
        "{name}: {}, {} ({} by sea)",
        sample(territories, of),
        count(links, "link", "links"),
        number(by_sea as u64)
    )
}
