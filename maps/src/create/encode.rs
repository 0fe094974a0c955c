//! Small PNG files, the same bytes every time.

use crate::Rgb;
use crate::outlines::Grid;

/// Why a picture cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The encoder refused it.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(png::EncodingError),
}

/// A mask as PNG: indexed where 256 colours suffice, else RGB.
///
/// # Errors
/// If the encoder refuses it, as it does an image without pixels.
pub fn mask_png(grid: &Grid, sea: Rgb, keys: &[Rgb]) -> Result<Vec<u8>, EncodeError> {
    let colour = |label: u16| match label {
        Grid::SEA => sea,
        _ => keys[usize::from(label) - 1],
    };
    let [width, height] = [grid.width() as u32, grid.height() as u32];
    if keys.len() < 256 {
        let palette: Vec<_> = (0..=keys.len() as u16).map(colour).collect();
        let pixels: Vec<_> = grid.cells().iter().map(|&label| label as u8).collect();
        return indexed_png(width, height, &palette, &pixels);
    }
    let pixels: Vec<u8> = grid
        .cells()
        .iter()
        .flat_map(|&label| colour(label).0)
        .collect();
    rgb_png(width, height, &pixels)
}

/// A picture of any colours as PNG: red, green, blue for each pixel.
///
/// # Errors
/// If the encoder refuses it, as it does an image without pixels.
pub fn rgb_png(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::Sub);
    write(encoder, pixels)?;
    Ok(bytes)
}

/// A picture of at most 256 colours as PNG, packed as tightly as their number
/// allows.
///
/// # Errors
/// If the encoder refuses it, as it does an image without pixels.
pub fn indexed_png(
    width: u32,
    height: u32,
    palette: &[Rgb],
    pixels: &[u8],
) -> Result<Vec<u8>, EncodeError> {
    let depth = match palette.len() {
        0..=2 => png::BitDepth::One,
        3..=4 => png::BitDepth::Two,
        5..=16 => png::BitDepth::Four,
        _ => png::BitDepth::Eight,
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(
        palette
            .iter()
            .flat_map(|colour| colour.0)
            .collect::<Vec<_>>(),
    );
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    if depth == png::BitDepth::Eight {
        write(encoder, pixels)?;
    } else {
        write(encoder, &packed(pixels, width as usize, depth as usize))?;
    }
    Ok(bytes)
}

/// Several pixels to a byte, the leftmost in the highest bits, rows padded.
fn packed(pixels: &[u8], width: usize, bits: usize) -> Vec<u8> {
    let per_byte = 8 / bits;
    let pack = |group: &[u8]| {
        let shifted = group.iter().enumerate();
        shifted.fold(0, |byte, (i, pixel)| byte | pixel << (8 - bits * (i + 1)))
    };
    let rows = pixels.chunks(width.max(1));
    rows.flat_map(|row| row.chunks(per_byte).map(pack))
        .collect()
}

fn write(encoder: png::Encoder<'_, &mut Vec<u8>>, pixels: &[u8]) -> Result<(), EncodeError> {
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(pixels)?;
        writer.finish()
    });
    written.map_err(EncodeError::Png)
}
