//! Words about maps out of nothing.

use super::{count, number, sample};

pub(crate) const GENERATE_MAP: &str = "Generate a map";
pub(crate) const GENERATE_MAP_HINT: &str =
    "Coasts, territories, names out of nothing, ready to play";
pub(crate) const GENERATE_TITLE: &str = "A map out of nothing";
pub(crate) const GENERATE_HINT: &str =
    "Another seed, another map; the same seed and numbers make the same map everywhere.";
pub(crate) const SEED: &str = "Seed";
pub(crate) const ANOTHER_SEED: &str = "Another map";
pub(crate) const LAND: &str = "Land";
pub(crate) const SHEET: &str = "Pixels";
pub(crate) const AS_USUAL: &str = "As many as is usual";
pub(crate) const USE_MAP: &str = "Use this map";
pub(crate) const GENERATING: &str = "Making the map…";
pub(crate) const NO_SEED: &str = "A seed is a whole number.";
pub(crate) const NO_SIZE: &str = "Give both sides in pixels, or neither.";
pub(crate) const CONTINENTS: &str = "Continents";

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
