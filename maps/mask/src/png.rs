//! Reads PNG files row by row.
//!
//! There are two readers. The *quick* one never decodes pixels: [`Inflate`] and [`RawRuns`] unpack
//! rows directly into runs. It reads everything that is not interlaced. Whatever it refuses, the
//! `png` crate reads again from the beginning and decides on; so every valid file is read, and
//! errors are reported by a reader that knows the whole format.

use std::io::{BufRead, Seek, SeekFrom};

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use super::colour::Rgba;
use super::error::MaskError;
use super::inflate::{Inflate, Refused};
use super::interlace::Passes;
use super::pixel::{Decoding, LowBytes, PixelFormat};
use super::run::{RunBuffer, RunSink};
use super::scan::check_size;
use super::unfilter::RawRuns;

/// What the decoder may allocate besides the rows, in bytes.
const DECODER_BYTES: usize = 64 << 20;

/// Reads a PNG file and passes its rows to `sink`; `low_bytes` records what is lost by rounding.
pub(super) fn stream(
    mut file: impl BufRead + Seek,
    low_bytes: &LowBytes,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    let reader = open(&mut file)?;
    let layout = Layout::of(&reader)?;
    let interlaced = reader.info().interlaced;
    drop(reader);
    if !interlaced {
        match quick(&mut file, &layout, low_bytes, sink) {
            Ok(()) => return Ok(()),
            Err(Stopped::Sink(error)) => return Err(error),
            Err(Stopped::Reading) => {}
        }
    }
    thorough(&mut open(file)?, &layout, low_bytes, sink)
}

/// Reads everything up to the picture's data.
fn open<R: BufRead + Seek>(mut file: R) -> Result<Reader<R>, MaskError> {
    file.seek(SeekFrom::Start(0)).map_err(MaskError::Io)?;
    let limits = Limits {
        bytes: DECODER_BYTES,
    };
    let mut decoder = Decoder::new_with_limits(file, limits);
    // Raw samples: one lookup a run is cheaper than one a pixel.
    decoder.set_transformations(Transformations::IDENTITY);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(failed)?;
    check_size(header.width, header.height)?;
    decoder.read_info().map_err(failed)
}

/// The layout of the rows according to the header.
pub(super) struct Layout {
    width: u32,
    height: u32,
    /// Bits a sample; below 8, there is one sample a pixel.
    bits: u8,
    pixels: PixelFormat,
}

impl Layout {
    fn of<R: BufRead + Seek>(reader: &Reader<R>) -> Result<Self, MaskError> {
        let info = reader.info();
        Ok(Self {
            width: info.width,
            height: info.height,
            bits: info.bit_depth as u8,
            pixels: pixel_format(reader)?,
        })
    }

    /// Bytes of a stored row, without its filter.
    fn row_bytes(&self) -> usize {
        let width = self.width as usize;
        if self.bits < 8 {
            (width * usize::from(self.bits)).div_ceil(8)
        } else {
            width * self.pixels.bytes_per_pixel()
        }
    }
}

/// Why the quick reader stopped.
#[derive(Debug)]
pub(super) enum Stopped {
    /// It cannot read the file.
    Reading,
    /// The sink returned an error.
    Sink(MaskError),
}

impl From<Refused> for Stopped {
    fn from(_: Refused) -> Self {
        Self::Reading
    }
}

/// Reads a picture that is not interlaced.
fn quick(
    file: impl BufRead + Seek,
    layout: &Layout,
    low_bytes: &LowBytes,
    sink: &mut dyn RunSink,
) -> Result<(), Stopped> {
    let begun = sink.begin(layout.width, layout.height);
    begun.map_err(Stopped::Sink)?;
    let rows = Rows {
        inflate: Inflate::new(file, layout.row_bytes() + 1)?,
        layout,
        sink,
    };
    if layout.bits < 8 {
        rows.packed(low_bytes)
    } else {
        layout.pixels.decode(low_bytes, rows)
    }
}

/// Rows whose filters are undone on runs.
struct Rows<'a, R> {
    inflate: Inflate<R>,
    layout: &'a Layout,
    sink: &'a mut dyn RunSink,
}

impl<R: BufRead + Seek> Rows<'_, R> {
    /// Unpacks all rows of `width` values of `N` bytes; `fill` turns runs of values into runs of
    /// pixels.
    fn each<const N: usize>(
        mut self,
        width: usize,
        mut fill: impl FnMut(&RawRuns<N>, &mut RunBuffer),
    ) -> Result<(), Stopped> {
        let mut above = RawRuns::<N>::blank(width as u16);
        let mut row = above.clone();
        let mut runs = RunBuffer::new();
        for _ in 0..self.layout.height {
            let stored = self.inflate.take(width * N + 1)?;
            if !row.unfilter(stored[0], &stored[1..], &above) {
                return Err(Stopped::Reading);
            }
            fill(&row, &mut runs);
            self.sink.row(runs.as_runs()).map_err(Stopped::Sink)?;
            std::mem::swap(&mut above, &mut row);
        }
        Ok(self.inflate.finish()?)
    }

    /// Several pixels to a byte. Filters operate on bytes, so runs of bytes come first; most
    /// correspond to one run of pixels.
    fn packed(self, low_bytes: &LowBytes) -> Result<(), Stopped> {
        let Layout {
            width,
            bits,
            ref pixels,
            ..
        } = *self.layout;
        let per_byte = 8 / u32::from(bits);
        let samples: Vec<u8> = (0..1 << bits).collect();
        let colours = samples
            .iter()
            .map(|&sample| pixels.colour(low_bytes, &[sample]));
        let colours: Vec<Rgba> = colours.collect();
        let colour = |byte: u8, at: u32| {
            let shift = 8 - u32::from(bits) * (at + 1);
            colours[usize::from(byte >> shift) & (colours.len() - 1)]
        };
        let row_bytes = self.layout.row_bytes();
        self.each(row_bytes, |row, runs| {
            runs.clear();
            let mut start = 0;
            for (end, [byte]) in row.iter() {
                let end = u32::from(end);
                let first = colour(byte, 0);
                if (1..per_byte).all(|at| colour(byte, at) == first) {
                    runs.push(width.min(end * per_byte), first);
                } else {
                    for pixel in start * per_byte..width.min(end * per_byte) {
                        runs.push(pixel + 1, colour(byte, pixel % per_byte));
                    }
                }
                start = end;
            }
        })
    }
}

impl<R: BufRead + Seek> Decoding for Rows<'_, R> {
    type Output = Result<(), Stopped>;

    fn with<const N: usize>(self, colour: impl Fn([u8; N]) -> Rgba) -> Self::Output {
        let width = self.layout.width as usize;
        self.each(width, |row, runs| {
            runs.refill(row.iter().map(|(end, value)| (end, colour(value))));
        })
    }
}

/// Reads a mask with the quick reader only; `None` if it refuses the file.
#[cfg(test)]
pub(super) fn read_quickly(bytes: &[u8]) -> Option<super::Regions> {
    let mut file = std::io::Cursor::new(bytes);
    let layout = Layout::of(&open(&mut file).ok()?).ok()?;
    let mut scan = super::Scan::new();
    quick(file, &layout, &LowBytes::default(), &mut scan).ok()?;
    scan.finish().ok()
}

/// Reads a picture as the `png` crate unpacks it.
fn thorough<R: BufRead + Seek>(
    reader: &mut Reader<R>,
    layout: &Layout,
    low_bytes: &LowBytes,
    sink: &mut dyn RunSink,
) -> Result<(), MaskError> {
    let &Layout { width, height, .. } = layout;
    let mut packed = vec![0; reader.output_line_size(width).ok_or_else(too_large)?];
    let mut unpacked = Vec::new();
    let mut runs = RunBuffer::new();
    let mut next = |reader: &mut Reader<R>, width: u32, runs: &mut RunBuffer| {
        if reader.read_row(&mut packed).map_err(failed)?.is_none() {
            return Err(too_large());
        }
        let row = if layout.bits < 8 {
            unpack(&packed, layout.bits, &mut unpacked);
            &unpacked
        } else {
            &packed
        };
        let row = &row[..width as usize * layout.pixels.bytes_per_pixel()];
        layout.pixels.runs_rounding(low_bytes, row, runs);
        Ok(())
    };
    sink.begin(width, height)?;
    if reader.info().interlaced {
        let mut passes = Passes::new(width, height);
        while let Some(width) = passes.next_row() {
            next(reader, width, &mut runs)?;
            passes.add(runs.as_runs())?;
        }
        passes.send(sink)?;
    } else {
        for _ in 0..height {
            next(reader, width, &mut runs)?;
            sink.row(runs.as_runs())?;
        }
    }
    // Checks the rest of the picture's data and its checksums.
    reader.read_row(&mut []).map_err(failed)?;
    Ok(())
}

/// How a row's bytes encode colours once its samples have 8 bits or more.
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

/// Expands samples of 1, 2 or 4 bits to bytes.
fn unpack(packed: &[u8], bits: u8, unpacked: &mut Vec<u8>) {
    unpacked.clear();
    let mask = u8::MAX >> (8 - bits);
    for &byte in packed {
        for shift in (0..8).step_by(usize::from(bits)).rev() {
            unpacked.push((byte >> shift) & mask);
        }
    }
}

/// The decoder's message, with the debug output of a chunk's kind replaced by its four letters.
#[expect(clippy::needless_pass_by_value, reason = "the shape map_err wants")]
fn failed(error: DecodingError) -> MaskError {
    const KIND: &str = "ChunkType { type: ";
    let mut reason = error.to_string();
    while let Some(at) = reason.find(KIND) {
        let end = reason[at..]
            .find('}')
            .map_or(reason.len(), |end| at + end + 1);
        let kind = reason[at + KIND.len()..end].split(',').next();
        let kind = kind.unwrap_or_default().to_owned();
        reason.replace_range(at..end, &kind);
    }
    if reason.contains("CgBI") {
        "it is of Apple's own kind (CgBI), as apps for iOS contain; save it as an ordinary PNG \
         first"
            .clone_into(&mut reason);
    }
    MaskError::Decode {
        format: "PNG",
        reason,
    }
}

fn too_large() -> MaskError {
    failed(DecodingError::LimitsExceeded)
}
