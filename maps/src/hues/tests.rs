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
fn colours_beyond_the_palette_are_distinct() {
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
fn the_requested_number_of_colours_is_chosen() {
    let many = choose(&lines(&[None; 254]));
    assert_eq!(many.len(), 254);
    assert!(many.iter().collect::<BTreeSet<_>>().len() > 200);
}
