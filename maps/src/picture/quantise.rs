//! Writes pictures as PNG files, band by band, optionally with a palette of 256 colours for a third
//! of the size.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::ops::Range;

use tempfile::SpooledTempFile;
use tiny_skia::PremultipliedColorU8;

use super::encode::{EncodeError, Head, indexed_png, rgb_png};
use super::{Band, Origin};
use crate::Rgb;

/// Colours that a palette keeps exactly, the most common first: flat fills must not change.
const EXACT: usize = 128;
const PALETTE: usize = 256;

/// Bytes of a packed picture kept in memory; the rest goes to a temporary file.
const IN_MEMORY: usize = 32 << 20;

/// Writes an opaque picture with a palette. Flat areas keep their colour; the mixtures along edges
/// share the rest of the palette (median cut). The file records its `origin`, if given.
///
/// The palette is known only after all bands have been drawn, so they are buffered until then, as
/// stretches of one colour.
///
/// # Errors
/// [`EncodeError`], and any error of `band`.
pub fn write_with_palette<E: From<EncodeError>>(
    out: impl Write,
    (width, height): (usize, usize),
    origin: Option<Origin>,
    mut band: impl FnMut(Range<usize>) -> Result<Band, E>,
) -> Result<(), E> {
    let mut stretches = BufWriter::new(SpooledTempFile::new(IN_MEMORY));
    let mut counts: HashMap<Rgb, u32> = HashMap::new();
    for rows in Band::all(width, height) {
        let band = band(rows)?;
        for row in band.pixmap.pixels().chunks(width) {
            for same in row.chunk_by(|a, b| a == b) {
                let colour = rgb(same[0]);
                *counts.entry(colour).or_default() += same.len() as u32;
                let Rgb([r, g, b]) = colour;
                let [low, high] = (same.len() as u16).to_le_bytes();
                let written = stretches.write_all(&[r, g, b, low, high]);
                written.map_err(EncodeError::Io)?;
            }
        }
    }
    let (palette, places) = reduced(counts);
    let rewound = stretches
        .into_inner()
        .map_err(io::IntoInnerError::into_error);
    let rewound = rewound.and_then(|mut file| file.rewind().map(|()| file));
    let mut stretches = BufReader::new(rewound.map_err(EncodeError::Io)?);
    let head = Head {
        width: width as u32,
        height: height as u32,
        origin,
    };
    indexed_png(out, head, &palette, |row| {
        while row.len() < width {
            let mut stretch = [0; 5];
            stretches
                .read_exact(&mut stretch)
                .map_err(EncodeError::Io)?;
            let [r, g, b, low, high] = stretch;
            let length = usize::from(u16::from_le_bytes([low, high]));
            row.resize(row.len() + length, places[&Rgb([r, g, b])]);
        }
        Ok(())
    })
}

/// Writes an opaque picture in exactly its colours.
///
/// # Errors
/// [`EncodeError`], and any error of `band`.
pub fn write_exactly<E: From<EncodeError>>(
    out: impl Write,
    (width, height): (usize, usize),
    mut band: impl FnMut(Range<usize>) -> Result<Band, E>,
) -> Result<(), E> {
    let mut bands = Band::all(width, height);
    let mut current: Option<Band> = None;
    let mut rows = 0..0;
    let head = Head {
        width: width as u32,
        height: height as u32,
        origin: None,
    };
    rgb_png(out, head, |bytes| {
        if rows.is_empty()
            && let Some(next) = bands.next()
        {
            rows = 0..next.len();
            current = Some(band(next)?);
        }
        if let (Some(band), Some(row)) = (&current, rows.next()) {
            let pixels = &band.pixmap.pixels()[row * width..(row + 1) * width];
            bytes.extend(pixels.iter().flat_map(|&pixel| rgb(pixel).0));
        }
        Ok(())
    })
}

fn rgb(pixel: PremultipliedColorU8) -> Rgb {
    Rgb([pixel.red(), pixel.green(), pixel.blue()])
}

/// A palette for colours weighted by pixels, and the index of every colour in it.
fn reduced(counts: HashMap<Rgb, u32>) -> (Vec<Rgb>, HashMap<Rgb, u8>) {
    let mut common: Vec<_> = counts.into_iter().collect();
    common.sort_unstable_by_key(|&(colour, n)| (Reverse(n), colour));
    let exact = common.len().min(EXACT);
    let mut palette: Vec<Rgb> = common[..exact].iter().map(|&(colour, _)| colour).collect();
    palette.extend(median_cut(common[exact..].to_vec(), PALETTE - exact));
    palette.sort_unstable();
    palette.dedup();
    let place = |colour: Rgb| {
        let distance = |at: &usize| (palette[*at].distance_squared(colour), *at);
        let at = (0..palette.len()).min_by_key(distance).unwrap_or_default();
        (colour, at as u8)
    };
    let places = common
        .into_iter()
        .map(|(colour, _)| place(colour))
        .collect();
    (palette, places)
}

/// At most `count` representatives of weighted colours: the box with the largest spread times
/// weight is repeatedly split at its median.
fn median_cut(colours: Vec<(Rgb, u32)>, count: usize) -> Vec<Rgb> {
    let mut boxes = vec![colours];
    boxes.retain(|colours| !colours.is_empty());
    while boxes.len() < count {
        let spreads = boxes.iter().map(|colours| spread(colours));
        let widest = spreads
            .enumerate()
            .max_by_key(|(i, (cost, _))| (*cost, Reverse(*i)));
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
mod tests;
