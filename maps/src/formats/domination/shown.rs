//! Whether Domination can show a map's own picture.

use std::io::{BufRead, Seek};

use image::{ImageDecoder as _, ImageError, ImageFormat};
use marchland_pictures::Bounds;
use thiserror::Error;

use crate::limits::{MAX_SIDE, MAX_WHOLE_IMAGE_BYTES};

/// Why a map's own picture cannot be exported as it is: what follows the picture's name.
#[derive(Debug, Error)]
pub enum NotShown {
    /// It is damaged, too large, or no picture.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] ImageError),
    /// It does not have the size of the mask.
    #[error("has {} × {} pixels and the mask {} × {}", .picture.0, .picture.1, .mask.0, .mask.1)]
    OtherSize {
        /// Width and height of the picture.
        picture: (u32, u32),
        /// Width and height of the mask.
        mask: (u32, u32),
    },
    /// Domination does not read the format.
    #[error("is neither PNG nor JPEG nor GIF")]
    OtherFormat,
}

/// The extension for a picture that Domination can show as it is, above a mask of the size `mask`.
/// Reads only the picture's header.
///
/// # Errors
/// Why it cannot.
pub fn shown(picture: impl BufRead + Seek, mask: (u32, u32)) -> Result<&'static str, NotShown> {
    let bounds = Bounds {
        side: MAX_SIDE,
        bytes: MAX_WHOLE_IMAGE_BYTES,
    };
    let opened = marchland_pictures::open(picture, bounds)?;
    let size = opened.decoder.dimensions();
    match opened.format {
        _ if size != mask => Err(NotShown::OtherSize {
            picture: size,
            mask,
        }),
        ImageFormat::Png => Ok("png"),
        ImageFormat::Jpeg => Ok("jpg"),
        ImageFormat::Gif => Ok("gif"),
        _ => Err(NotShown::OtherFormat),
    }
}
