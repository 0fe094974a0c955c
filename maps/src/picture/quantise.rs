//! A picture in 256 colours, for a file a third of the size.

use std::collections::BTreeMap;

use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::Rgb;
use crate::create::{EncodeError, indexed_png, rgb_png};

/// Colours that a palette takes over as they are, the commonest first: flat
/// fills must not change.
const EXACT: usize = 128;
const PALETTE: usize = 256;

/// An opaque picture as PNG with a palette. Flat areas keep their colour; the
/// mixtures along edges share what is left of the palette (median cut).
///
/// # Errors
/// If the encoder refuses it.
pub fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, EncodeError> {
    let pixels = pixmap.pixels();
    // Counted by stretches of one colour: most pixels are like the one before.
    let stretches = || {
        pixels
            .chunk_by(|a, b| a == b)
            .map(|same| (rgb(same[0]), same.len()))
    };
    let mut counts: BTreeMap<Rgb, u32> = BTreeMap::new();
    for (colour, length) in stretches() {
        *counts.entry(colour).or_default() += length as u32;
    }
    let mut common: Vec<_> = counts.iter().map(|(&colour, &n)| (colour, n)).collect();
    common.sort_by_key(|&(colour, n)| (std::cmp::Reverse(n), colour));
    let mut palette: Vec<Rgb> = common
        .iter()
        .take(EXACT)
        .map(|&(colour, _)| colour)
        .collect();
    let rest = &common[palette.len()..];
    palette.extend(median_cut(rest.to_vec(), PALETTE - palette.len()));
    palette.sort_unstable();
    palette.dedup();
    let nearest: BTreeMap<Rgb, u8> = counts
        .keys()
        .map(|&colour| {
            let distance = |at: &usize| (palette[*at].distance_squared(colour), *at);
            let at = (0..palette.len()).min_by_key(distance).unwrap_or_default();
            (colour, at as u8)
        })
        .collect();
    let indices =
        stretches().flat_map(|(colour, length)| std::iter::repeat_n(nearest[&colour], length));
    let pixels: Vec<u8> = indices.collect();
    indexed_png(pixmap.width(), pixmap.height(), &palette, &pixels)
}

fn rgb(pixel: PremultipliedColorU8) -> Rgb {
    Rgb([pixel.red(), pixel.green(), pixel.blue()])
}

/// An opaque picture as PNG in exactly its colours.
///
/// # Errors
/// If the encoder refuses it.
pub fn encode_exactly(pixmap: &Pixmap) -> Result<Vec<u8>, EncodeError> {
    let pixels = pixmap.pixels().iter();
    let bytes: Vec<u8> = pixels
        .flat_map(|p| [p.red(), p.green(), p.blue()])
        .collect();
    rgb_png(pixmap.width(), pixmap.height(), &bytes)
}

/// At most `count` colours that stand for weighted ones: the box with the
/// largest spread times weight is cut at its median, again and again.
fn median_cut(colours: Vec<(Rgb, u32)>, count: usize) -> Vec<Rgb> {
    let mut boxes = vec![colours];
    boxes.retain(|colours| !colours.is_empty());
    while boxes.len() < count {
        let spreads = boxes.iter().map(|colours| spread(colours));
        let widest = spreads
            .enumerate()
            .max_by_key(|(i, (cost, _))| (*cost, std::cmp::Reverse(*i)));
        let Some((at, (cost, axis))) = widest else {
            break;
        };
        if cost == 0 {
            break;
        }
        let mut colours = boxes.swap_remove(at);
        colours.sort_by_key(|(colour, _)| (colour.0[axis], *colour));
        let half = colours.iter().map(|(_, n)| u64::from(*n)).sum::<u64>() / 2;
        let mut before = 0;
        let cut = colours.iter().position(|(_, n)| {
            before += u64::from(*n);
            before > half
        });
        let upper = colours.split_off(cut.unwrap_or(0).clamp(1, colours.len() - 1));
        boxes.push(colours);
        boxes.push(upper);
    }
    boxes.iter().map(|colours| mean(colours)).collect()
}

/// Spread times weight of a box, and the axis of its widest spread.
fn spread(colours: &[(Rgb, u32)]) -> (u64, usize) {
    let widths = [0, 1, 2].map(|axis| {
        let values = colours.iter().map(|(colour, _)| colour.0[axis]);
        let (low, high) = (values.clone().min(), values.max());
        u64::from(high.unwrap_or(0) - low.unwrap_or(0))
    });
    let axis = (0..3).max_by_key(|&axis| widths[axis]).unwrap_or(0);
    let weight: u64 = colours.iter().map(|(_, n)| u64::from(*n)).sum();
    (widths[axis] * widths[axis] * weight, axis)
}

fn mean(colours: &[(Rgb, u32)]) -> Rgb {
    let weight: u64 = colours.iter().map(|(_, n)| u64::from(*n)).sum();
    Rgb([0, 1, 2].map(|axis| {
        let sum: u64 = colours
            .iter()
            .map(|(c, n)| u64::from(c.0[axis]) * u64::from(*n))
            .sum();
        ((sum + weight / 2) / weight.max(1)) as u8
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Color;

    fn decoded(bytes: &[u8]) -> Vec<Rgb> {
        let image = image::load_from_memory(bytes).expect("a PNG").into_rgb8();
        image.pixels().map(|pixel| Rgb(pixel.0)).collect()
    }

    #[test]
    fn few_colours_stay_as_they_are_and_many_come_near() {
        let mut pixmap = Pixmap::new(64, 64).expect("a small picture");
        for levels in [2_u32, 4, 16] {
            for (at, pixel) in (0_u32..).zip(pixmap.pixels_mut()) {
                let level = |value: u32| (value % levels * 255 / (levels - 1)) as u8;
                let colour =
                    Color::from_rgba8(level(at % 64 / 4), level(at / 256), level(at / 64), 255);
                *pixel = colour.premultiply().to_color_u8();
            }
            let before: Vec<Rgb> = pixmap.pixels().iter().map(|&pixel| rgb(pixel)).collect();
            assert_eq!(decoded(&encode_exactly(&pixmap).expect("a PNG")), before);
            let after = decoded(&encode(&pixmap).expect("a PNG"));
            let colours: std::collections::BTreeSet<_> = before.iter().collect();
            for (a, b) in before.iter().zip(&after) {
                let apart = a.distance_squared(*b);
                assert!(
                    apart == 0 || (colours.len() > PALETTE && apart < 3 * 40 * 40),
                    "{a} {b}"
                );
            }
        }
    }
}
