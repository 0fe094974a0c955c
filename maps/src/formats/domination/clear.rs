//! Reads the colours of transparent pixels. They are invisible, but Domination uses their blue
//! value.

use std::io::Cursor;

use image::{DynamicImage, GenericImageView};
use marchland_pictures::Bounds;

use crate::limits::{MAX_SIDE, MAX_WHOLE_IMAGE_BYTES};
use crate::mask::{MaskError, Regions, Rgba, RunBuffer, RunSink, Scan};

/// The same mask with the colours of its transparent pixels: those whose blue value is a number
/// according to `is_number` become grey of that value and stay transparent. All others are
/// unchanged.
///
/// Decodes the picture completely, up to [`MAX_WHOLE_IMAGE_BYTES`].
///
/// # Errors
/// Why the picture cannot be read this way.
pub(super) fn uncovered(
    bytes: &[u8],
    mask: &Regions,
    is_number: impl Fn(u8) -> bool,
) -> Result<Regions, String> {
    let bounds = Bounds {
        side: MAX_SIDE,
        bytes: MAX_WHOLE_IMAGE_BYTES,
    };
    let picture = marchland_pictures::decode(Cursor::new(bytes), bounds);
    let picture = picture.map_err(|error| error.to_string())?;
    if picture.dimensions() != mask.size() {
        return Err("two decoders disagree about its size".to_owned());
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
