//! Opens pictures of many formats, within limits.
//!
//! The decoders of [`image`] are generic over the reader, so every crate that opens a picture
//! compiles all of them again for each kind of reader: a third of the code of the crates above.
//! Here they are compiled once, for a boxed reader.
//!
//! ```
//! use marchland_pictures::{Bounds, decode};
//!
//! let gif = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00\
//!             \x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b";
//! let bounds = Bounds { side: 100, bytes: 1 << 20 };
//! let picture = decode(std::io::Cursor::new(gif), bounds)?.into_rgb8();
//! assert_eq!(picture.dimensions(), (1, 1));
//! assert_eq!(picture.get_pixel(0, 0).0, [255, 0, 0]);
//! # Ok::<(), image::ImageError>(())
//! ```

use std::io::{self, BufRead, Seek};

use image::error::{LimitError, LimitErrorKind};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, ImageResult};

/// Limits of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Largest width and height in pixels.
    pub side: u32,
    /// Most bytes of memory for the decoder, and for the pixels.
    pub bytes: u64,
}

/// What a picture can be read from.
pub trait Source: BufRead + Seek {}

impl<S: BufRead + Seek + ?Sized> Source for S {}

/// A picture whose header has been read.
pub struct Opened<'a> {
    /// Its format, by its first bytes.
    pub format: ImageFormat,
    /// Gives size, colours and, on request, the pixels.
    pub decoder: Box<dyn ImageDecoder + 'a>,
}

/// Reads the header of a picture of any format.
///
/// # Errors
/// If the file cannot be read, has no known format, is broken or exceeds the limits.
pub fn open<'a>(source: impl Source + 'a, bounds: Bounds) -> ImageResult<Opened<'a>> {
    open_boxed(Box::new(source), bounds)
}

/// Decodes a picture of any format.
///
/// # Errors
/// As [`open`]; also if its pixels take more memory than the limits allow.
pub fn decode<'a>(source: impl Source + 'a, bounds: Bounds) -> ImageResult<DynamicImage> {
    decode_boxed(Box::new(source), bounds)
}

/// Whether a file that begins with these bytes is a zip archive, such as one with a map in it.
pub fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
}

/// What is wrong with a zip archive in the place of another file, and what to do.
pub const ZIP: &str = "this is a zip archive: unpack it first";

fn open_boxed<'a>(mut source: Box<dyn Source + 'a>, bounds: Bounds) -> ImageResult<Opened<'a>> {
    if is_zip(source.fill_buf()?) {
        return Err(ImageError::IoError(io::Error::new(
            io::ErrorKind::InvalidData,
            ZIP,
        )));
    }
    let mut reader = ImageReader::new(source).with_guessed_format()?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(bounds.side);
    limits.max_image_height = Some(bounds.side);
    limits.max_alloc = Some(bounds.bytes);
    reader.limits(limits);
    let format = reader.format();
    let decoder = Box::new(reader.into_decoder()?);
    // A reader without a format makes no decoder.
    let format = format.unwrap_or(ImageFormat::Png);
    Ok(Opened { format, decoder })
}

fn decode_boxed(source: Box<dyn Source + '_>, bounds: Bounds) -> ImageResult<DynamicImage> {
    let decoder = open_boxed(source, bounds)?.decoder;
    if decoder.total_bytes() > bounds.bytes {
        let kind = LimitErrorKind::InsufficientMemory;
        return Err(ImageError::Limits(LimitError::from_kind(kind)));
    }
    DynamicImage::from_decoder(decoder)
}
