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
    /// The first bytes are those of no known format.
    #[error("not a picture this program knows; a mask is a PNG, GIF, BMP, WebP, TIFF or JPEG file")]
    UnknownFormat,
    /// The file is damaged, or uses something its decoder does not know.
    #[error("the {format} file cannot be decoded: {reason}")]
    Decode {
        /// Name of the file format, such as `PNG`.
        format: &'static str,
        /// What the decoder says.
        reason: String,
    },
    /// The file ends before its picture does.
    #[error(
        "the {format} file was cut off: it ends before its picture does; get it anew from where \
         it came from"
    )]
    CutOff {
        /// Name of the file format.
        format: &'static str,
    },
    /// A side is zero or longer than [`MAX_SIDE`], or the pixels are more
    /// than [`MAX_MASK_PIXELS`].
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
    /// A format that has to be decoded whole would need more than
    /// [`MAX_WHOLE_IMAGE_BYTES`].
    #[error(
        "decoding this {format} file takes {bytes} bytes, more than the {MAX_WHOLE_IMAGE_BYTES} \
         allowed; save it as a PNG, which is read row by row"
    )]
    WholeImage {
        /// Name of the file format.
        format: &'static str,
        /// Bytes the decoded picture would take.
        bytes: u64,
    },
    /// The colours change too often: more than [`MAX_MASK_RUNS`] runs.
    #[error(
        "the colours change more than {MAX_MASK_RUNS} times along the rows; this is a photograph \
         or a mask with smoothed or noisy borders: repair it first"
    )]
    TooManyRuns,
    /// The picture falls apart into more than [`MAX_MASK_REGIONS`] regions.
    #[error(
        "the picture has {regions} regions of one colour, more than {MAX_MASK_REGIONS}; this is a \
         photograph or a mask with smoothed or noisy borders: repair it first"
    )]
    TooManyRegions {
        /// How many there are.
        regions: usize,
    },
    /// The caller asked to stop.
    #[error("reading the mask was cancelled")]
    Cancelled,
}

impl MaskError {
    /// Whether the picture itself is readable but too restless to be a mask, so
    /// that a [repair](crate::repair()) is the way on.
    pub fn calls_for_repair(&self) -> bool {
        matches!(self, Self::TooManyRuns | Self::TooManyRegions { .. })
    }
}
