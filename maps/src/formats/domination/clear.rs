//! Pixels of a mask that are transparent. Nobody sees a colour there, but the
//! program takes their blue all the same.

use std::io::Cursor;

use image::{DynamicImage, GenericImageView, ImageDecoder, ImageReader};

use crate::limits::{MAX_SIDE, MAX_WHOLE_IMAGE_BYTES};
use crate::mask::{MaskError, Regions, Rgba, RunBuffer, RunSink, Scan};

/// The same mask, read again for what lies below its transparent pixels: those
/// whose blue is a number, as `is_number` says, become grey of that value and
/// stay transparent. All others are left as they are.
///
/// The picture is decoded whole, up to [`MAX_WHOLE_IMAGE_BYTES`].
///
/// # Errors
/// Why the picture cannot be read in this way.
pub(super) fn uncovered(
    bytes: &[u8],
    mask: &Regions,
    is_number: impl Fn(u8) -> bool,
) -> Result<Regions, String> {
    let picture = decode(bytes)?;
    if picture.dimensions() != (mask.width(), mask.height()) {
        return Err("its size is told in two ways".to_owned());
    }
    scan(&picture, mask, is_number).map_err(|error| error.to_string())
}

fn scan(
    picture: &DynamicImage,
    mask: &Regions,
    is_number: impl Fn(u8) -> bool,
) -> Result<Regions, MaskError> {
    let mut scan = Scan::new();
    scan.begin(mask.width(), mask.height())?;
    let mut runs = RunBuffer::new();
    for y in 0..mask.height() {
        runs.clear();
        for run in mask.row(y) {
            let seen = mask.get(run.region).colour;
            if seen.alpha() > 0 {
                runs.push(run.end, seen);
                continue;
            }
            for x in run.start..run.end {
                let [_, _, blue, _] = picture.get_pixel(x, y).0;
                let colour = if is_number(blue) {
                    Rgba([blue, blue, blue, 0])
                } else {
                    Rgba::TRANSPARENT
                };
                runs.push(x + 1, colour);
            }
        }
        scan.row(runs.as_runs())?;
    }
    scan.finish()
}

fn decode(bytes: &[u8]) -> Result<DynamicImage, String> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let mut reader = reader.map_err(|error| error.to_string())?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_WHOLE_IMAGE_BYTES);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| error.to_string())?;
    let size = decoder.total_bytes();
    if size > MAX_WHOLE_IMAGE_BYTES {
        return Err(format!(
            "that takes {size} bytes, more than the {MAX_WHOLE_IMAGE_BYTES} allowed"
        ));
    }
    DynamicImage::from_decoder(decoder).map_err(|error| error.to_string())
}
