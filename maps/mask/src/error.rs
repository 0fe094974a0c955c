//! Why a mask cannot be read.

use std::io;

use crate::limits::{
    MAX_IMAGE_FILE_BYTES, MAX_MASK_PIXELS, MAX_MASK_REGIONS, MAX_MASK_RUNS, MAX_SIDE,
    MAX_WHOLE_IMAGE_BYTES,
};

/// Why a mask cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Io(io::Error),
    /// The file is longer than [`MAX_IMAGE_FILE_BYTES`].
    #[error("the file has {bytes} bytes; at most {MAX_IMAGE_FILE_BYTES} are read")]
    FileTooLong {
        /// Length of the file.
        bytes: u64,
    },
    /// The first bytes match no known format.
    #[error("the file is not a known picture; PNG, GIF, BMP, WebP, TIFF and JPEG files are read")]
    UnknownFormat,
    /// The file is a zip archive.
    #[error("{}", marchland_pictures::ZIP)]
    Zip,
    /// The file is damaged, or uses a feature that its decoder does not support.
    #[error("the {format} file cannot be decoded: {reason}")]
    Decode {
        /// Name of the file format, such as `PNG`.
        format: &'static str,
        /// The decoder's message.
        reason: String,
    },
    /// The file ends before its picture does.
    #[error(
        "the {format} file is truncated: it ends before its picture does; download or export it \
         again"
    )]
    CutOff {
        /// Name of the file format.
        format: &'static str,
    },
    /// A side is zero or longer than [`MAX_SIDE`], or there are more than [`MAX_MASK_PIXELS`]
    /// pixels.
    #[error(
        "the picture is {width} × {height} pixels; it may have 1 to {MAX_SIDE} pixels a side \
         and at most {MAX_MASK_PIXELS} in all"
    )]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// A format that must be decoded completely would need more than [`MAX_WHOLE_IMAGE_BYTES`].
    #[error(
        "decoding this {format} file takes {bytes} bytes, more than the {MAX_WHOLE_IMAGE_BYTES} \
         allowed; save it as a PNG without interlacing, which is read row by row"
    )]
    WholeImage {
        /// Name of the file format.
        format: &'static str,
        /// Size of the decoded picture in bytes.
        bytes: u64,
    },
    /// The colours change too often: more than [`MAX_MASK_RUNS`] runs.
    #[error(
        "the colours change more than {MAX_MASK_RUNS} times along the rows, so this is a \
         photograph or a mask with smoothed or noisy borders; repair it first"
    )]
    TooManyRuns,
    /// The picture consists of more than [`MAX_MASK_REGIONS`] regions.
    #[error(
        "the picture has {regions} regions of one colour, more than {MAX_MASK_REGIONS}, so this \
         is a photograph or a mask with smoothed or noisy borders; repair it first"
    )]
    TooManyRegions {
        /// Number of regions.
        regions: usize,
    },
    /// The caller cancelled.
    #[error("reading the picture was cancelled")]
    Cancelled,
}

impl MaskError {
    /// Whether the picture is readable but too noisy to be a mask, so that a
    /// [repair](crate::repair()) is needed.
    pub fn calls_for_repair(&self) -> bool {
        matches!(self, Self::TooManyRuns | Self::TooManyRegions { .. })
    }
}
