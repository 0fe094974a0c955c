//! Writes small PNG files row by row, with reproducible bytes.

use std::io::{self, Write};

use super::signature::{KEYWORD, Origin, Sum, Summed};
use crate::Rgb;

/// Why a picture cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The encoder refused it, for example an image without pixels.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(#[from] png::EncodingError),
    /// The output cannot be written.
    #[error("the picture cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// Metadata before and after the pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) origin: Option<Origin>,
}

/// Writes a picture of any colours: `row` appends red, green, blue for each pixel of the next row.
///
/// # Errors
/// [`EncodeError`], and any error of `row`.
pub(super) fn rgb_png<E: From<EncodeError>>(
    out: impl Write,
    head: Head,
    row: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    let (out, sum) = Summed::new(out);
    let mut encoder = png::Encoder::new(out, head.width, head.height);
    encoder.set_color(png::ColorType::Rgb);
    write(encoder, png::Filter::Sub, (head, &sum), None, row)
}

/// Writes a picture of at most 256 colours, packed as tightly as their number allows: `row` appends
/// the palette index of each pixel of the next row.
///
/// # Errors
/// [`EncodeError`], and any error of `row`.
pub(super) fn indexed_png<E: From<EncodeError>>(
    out: impl Write,
    head: Head,
    palette: &[Rgb],
    row: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    let (depth, packed) = match palette.len() {
        0..=2 => (png::BitDepth::One, Some(1)),
        3..=4 => (png::BitDepth::Two, Some(2)),
        5..=16 => (png::BitDepth::Four, Some(4)),
        _ => (png::BitDepth::Eight, None),
    };
    let colours = palette.iter().flat_map(|colour| colour.0);
    let (out, sum) = Summed::new(out);
    let mut encoder = png::Encoder::new(out, head.width, head.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(colours.collect::<Vec<_>>());
    write(encoder, png::Filter::NoFilter, (head, &sum), packed, row)
}

fn write<E: From<EncodeError>>(
    mut encoder: png::Encoder<'_, impl Write>,
    filter: png::Filter,
    (head, sum): (Head, &Sum),
    packed: Option<u8>,
    mut row: impl FnMut(&mut Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    // In this order: the first sets a filter as well.
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(filter);
    let mut writer = encoder.write_header().map_err(EncodeError::Png)?;
    let mut stream = writer.stream_writer().map_err(EncodeError::Png)?;
    let mut pixels = Vec::new();
    for _ in 0..head.height {
        pixels.clear();
        row(&mut pixels)?;
        if let Some(bits) = packed {
            pack(&mut pixels, bits);
        }
        stream.write_all(&pixels).map_err(EncodeError::Io)?;
    }
    stream.finish().map_err(EncodeError::Png)?;
    if let Some(origin) = head.origin {
        let text = png::text_metadata::TEXtChunk::new(KEYWORD, sum.text(origin));
        writer.write_text_chunk(&text).map_err(EncodeError::Png)?;
    }
    Ok(writer.finish().map_err(EncodeError::Png)?)
}

/// Packs several pixels into a byte, the leftmost in the highest bits.
fn pack(pixels: &mut Vec<u8>, bits: u8) {
    let group = usize::from(8 / bits);
    let bytes = pixels.len().div_ceil(group);
    for at in 0..bytes {
        let pixels_of_byte = &pixels[at * group..pixels.len().min((at + 1) * group)];
        let shifted = (1..).zip(pixels_of_byte);
        pixels[at] = shifted.fold(0, |byte, (i, pixel)| byte | pixel << (8 - bits * i));
    }
    pixels.truncate(bytes);
}
