//! Colours for continents that have none.

use crate::{Draft, Rgb, keys};

/// Used first: the palette of Okabe and Ito, which colour-blind people can distinguish.
const PALETTE: [u32; 7] = [
    0xE6_9F00, 0x56_B4E9, 0x00_9E73, 0xF0_E442, 0x00_72B2, 0xD5_5E00, 0xCC_79A7,
];

/// Colours no further apart than this (squared) look alike; those of the palette are at least 4,514
/// apart.
const ALIKE: u32 = 3_000;

/// Gives a colour to each continent without one.
pub(crate) fn fill(draft: &mut Draft) {
    let own: Vec<_> = draft.continents.iter().map(|c| c.colour).collect();
    let mut chosen = choose(&own).into_iter();
    for continent in &mut draft.continents {
        continent.colour = continent.colour.or_else(|| chosen.next());
    }
}

/// A colour for each continent without one, in their order: first colours of the palette unlike
/// those in use, then the colours furthest from all others.
pub fn choose(own: &[Option<Rgb>]) -> Vec<Rgb> {
    let mut used: Vec<Rgb> = own.iter().flatten().copied().collect();
    let wanted = own.len() - used.len();
    let palette = PALETTE.map(Rgb::from_u32);
    let is_new = |colour: &Rgb| {
        used.iter()
            .all(|used| colour.distance_squared(*used) > ALIKE)
    };
    let mut chosen: Vec<Rgb> = palette.into_iter().filter(is_new).take(wanted).collect();
    used.extend(&chosen);
    chosen.extend(keys::distinct(wanted - chosen.len(), &used));
    chosen
}

#[cfg(test)]
mod tests;
