//! Colours for continents that have none of their own.

use crate::{Draft, Rgb, keys};

/// Taken first: the palette of Okabe and Ito, which the colour-blind can tell
/// apart.
const PALETTE: [u32; 7] = [
    0xE6_9F00, 0x56_B4E9, 0x00_9E73, 0xF0_E442, 0x00_72B2, 0xD5_5E00, 0xCC_79A7,
];

/// Colours no further from each other than this (squared) look like one; those
/// of the palette are at least 4,514 apart.
const ALIKE: u32 = 3_000;

/// Gives a colour to each continent without one.
pub(crate) fn fill(draft: &mut Draft) {
    let own: Vec<_> = draft.continents.iter().map(|c| c.colour).collect();
    let mut chosen = choose(&own).into_iter();
    for continent in &mut draft.continents {
        continent.colour = continent.colour.or_else(|| chosen.next());
    }
}

/// A colour for each continent that has none of its own, in their order: of the
/// palette what is like none in use, then what is furthest from all others.
pub(crate) fn choose(own: &[Option<Rgb>]) -> Vec<Rgb> {
    let mut used: Vec<Rgb> = own.iter().flatten().copied().collect();
    let wanted = own.len() - used.len();
    let palette = PALETTE.map(Rgb::from_u32);
    let is_new = |colour: &Rgb| {
        used.iter()
            .all(|used| colour.distance_squared(*used) > ALIKE)
    };
    let mut chosen: Vec<Rgb> = palette.into_iter().filter(is_new).take(wanted).collect();
    used.extend(&chosen);
    let missing = wanted - chosen.len();
    if missing > 0 {
        chosen.extend(keys::distinct(missing, &used));
    }
    // Hundreds of continents can leave no colour that is unlike all others.
    let missing = wanted - chosen.len();
    chosen.extend(palette.into_iter().cycle().take(missing));
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn lines(colours: &[Option<u32>]) -> Vec<Option<Rgb>> {
        let colours = colours.iter();
        colours.map(|colour| colour.map(Rgb::from_u32)).collect()
    }

    #[test]
    fn the_palette_comes_first_and_leaves_out_what_is_taken() {
        let palette = PALETTE.map(Rgb::from_u32);
        assert_eq!(choose(&lines(&[None; 7])), palette);
        // The second colour of the palette is taken, and one much like the first.
        let taken = lines(&[Some(0x56_B4E9), None, Some(0xE8_9B05), None]);
        assert_eq!(choose(&taken), palette[2..4]);
        assert!(choose(&lines(&[Some(0), Some(1)])).is_empty());
    }

    #[test]
    fn no_two_are_alike_beyond_the_palette() {
        let mut given = vec![None; 40];
        given.extend([Some(0xFF_0000), Some(0x00_FF00), Some(0x00_00FF)]);
        let mut all = choose(&lines(&given));
        assert_eq!(all.len(), 40);
        all.extend(given.iter().flatten().map(|&colour| Rgb::from_u32(colour)));
        for (i, a) in all.iter().enumerate() {
            for b in &all[..i] {
                assert!(a.distance_squared(*b) > 300, "{a} is like {b}");
            }
        }
    }

    #[test]
    fn as_many_as_are_wanted() {
        let many = choose(&lines(&[None; 254]));
        assert_eq!(many.len(), 254);
        assert!(many.iter().collect::<BTreeSet<_>>().len() > 200);
    }
}
