//! PNG files, row by row.
//!
//! The `png` crate reads everything up to the picture's data, and the pictures
//! that are rare among masks: interlaced ones, which have to be held whole, and
//! those with less than a byte a pixel. All others never become pixels: their
//! rows are unpacked and turned into runs by [`Inflate`] and [`RawRuns`].

use std::io::{BufRead, Seek};

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use crate::limits::MAX_WHOLE_IMAGE_BYTES;

use super::error::MaskError;
use super::inflate::Inflate;
use super::pixel::{Decoding, PixelFormat, Rgba};
use super::run::{RunBuffer, RunSink};
use super::scan::check_size;
use super::unfilter::RawRuns;

/// What the decoder may allocate beside the rows, in bytes.
const DECODER_BYTES: usize = 64 << 20;

/// Reads a PNG file and hands its rows to `sink`.
pub(super) fn stream(
    mut file: impl BufRead + Seek,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    let limits = Limits {
        bytes: DECODER_BYTES,
    };
    let mut decoder = Decoder::new_with_limits(&mut file, limits);
    // Samples as they stand: one look-up a run is cheaper than one a pixel.
    decoder.set_transformations(Transformations::IDENTITY);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(failed)?;
    let (width, height) = (header.width, header.height);
    check_size(width, height)?;
    let mut reader = decoder.read_info().map_err(failed)?;
    let pixels = pixel_format(&reader)?;
    let unpack = Unpack {
        bits: reader.info().bit_depth as u8,
        width: width as usize,
    };
    sink.begin(width, height)?;
    if reader.info().interlaced {
        return interlaced(&mut reader, &pixels, unpack, sink);
    }
    if unpack.bits >= 8 {
        drop(reader);
        return pixels.decode(Rows {
            inflate: Inflate::new(file, width as usize * pixels.bytes_per_pixel() + 1)?,
            width,
            height,
            sink,
        });
    }
    let mut packed = vec![0; reader.output_line_size(width).ok_or_else(too_large)?];
    let mut unpacked = Vec::new();
    let mut runs = RunBuffer::new();
    for _ in 0..height {
        if reader.read_row(&mut packed).map_err(failed)?.is_none() {
            return Err(too_large());
        }
        pixels.runs(unpack.row(&packed, &mut unpacked), &mut runs);
        sink.row(runs.as_runs())?;
    }
    Ok(())
}

/// Rows of whole bytes: their filters are undone on runs.
struct Rows<'a, R> {
    inflate: Inflate<R>,
    width: u32,
    height: u32,
    sink: &'a mut dyn RunSink,
}

impl<R: BufRead + Seek> Decoding for Rows<'_, R> {
    type Output = Result<(), MaskError>;

    fn with<const N: usize>(mut self, colour: impl Fn([u8; N]) -> Rgba) -> Self::Output {
        let mut above = RawRuns::<N>::blank(self.width as u16);
        let mut row = above.clone();
        let mut runs = RunBuffer::new();
        for _ in 0..self.height {
            let stored = self.inflate.take(self.width as usize * N + 1)?;
            if !row.unfilter(stored[0], &stored[1..], &above) {
                return Err(MaskError::Decode {
                    format: "PNG",
                    reason: format!("there is no row filter {}", stored[0]),
                });
            }
            runs.refill(row.iter().map(|(end, value)| (end, colour(value))));
            self.sink.row(runs.as_runs())?;
            std::mem::swap(&mut above, &mut row);
        }
        self.inflate.finish()
    }
}

/// Seven passes, of which the last one brings every other row: has to be held
/// whole, as densely as in the file.
fn interlaced<R: BufRead + Seek>(
    reader: &mut Reader<R>,
    pixels: &PixelFormat,
    unpack: Unpack,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    let bytes = reader.output_buffer_size().ok_or_else(too_large)?;
    if bytes as u64 > MAX_WHOLE_IMAGE_BYTES {
        return Err(MaskError::WholeImage {
            format: "interlaced PNG",
            bytes: bytes as u64,
        });
    }
    let mut image = vec![0; bytes];
    let row_bytes = reader.next_frame(&mut image).map_err(failed)?.line_size;
    let mut unpacked = Vec::new();
    let mut runs = RunBuffer::new();
    for packed in image.chunks_exact(row_bytes) {
        pixels.runs(unpack.row(packed, &mut unpacked), &mut runs);
        sink.row(runs.as_runs())?;
    }
    Ok(())
}

/// How a row's bytes spell colours once its samples have 8 bits or more.
fn pixel_format<R: BufRead + Seek>(reader: &Reader<R>) -> Result<PixelFormat, MaskError> {
    let info = reader.info();
    let wide = info.bit_depth == BitDepth::Sixteen;
    let key = info.trns.as_deref();
    // The decoder has cut the samples of the key to 8 bits unless they are wide.
    Ok(match info.color_type {
        ColorType::Indexed => PixelFormat::palette(
            info.palette.as_deref().ok_or_else(|| MaskError::Decode {
                format: "PNG",
                reason: "the palette is missing".into(),
            })?,
            key.unwrap_or_default(),
        ),
        ColorType::Grayscale if wide => PixelFormat::Grey16 {
            key: key.and_then(|key| Some(u16::from_be_bytes(*key.first_chunk()?))),
        },
        ColorType::Grayscale => PixelFormat::grey(
            info.bit_depth as u8,
            key.and_then(|key| key.first().copied()),
        ),
        ColorType::GrayscaleAlpha if wide => PixelFormat::GreyAlpha16,
        ColorType::GrayscaleAlpha => PixelFormat::GreyAlpha8,
        ColorType::Rgb if wide => PixelFormat::Rgb16 {
            key: key.and_then(|key| {
                let samples = key.as_chunks().0.first_chunk::<3>()?;
                Some(samples.map(u16::from_be_bytes))
            }),
        },
        ColorType::Rgb => PixelFormat::Rgb8 {
            key: key.and_then(|key| key.first_chunk().copied()),
        },
        ColorType::Rgba if wide => PixelFormat::Rgba16,
        ColorType::Rgba => PixelFormat::Rgba8,
    })
}

/// Spreads samples of 1, 2 or 4 bits over bytes.
#[derive(Clone, Copy)]
struct Unpack {
    bits: u8,
    width: usize,
}

impl Unpack {
    fn row<'a>(self, packed: &'a [u8], unpacked: &'a mut Vec<u8>) -> &'a [u8] {
        if self.bits >= 8 {
            return packed;
        }
        unpacked.clear();
        let mask = u8::MAX >> (8 - self.bits);
        for &byte in packed {
            for shift in (0..8).step_by(usize::from(self.bits)).rev() {
                unpacked.push((byte >> shift) & mask);
            }
        }
        unpacked.truncate(self.width);
        unpacked
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the shape map_err wants")]
fn failed(error: DecodingError) -> MaskError {
    MaskError::Decode {
        format: "PNG",
        reason: error.to_string(),
    }
}

fn too_large() -> MaskError {
    failed(DecodingError::LimitsExceeded)
}
