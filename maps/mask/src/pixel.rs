//! Decodes the bytes of a row into colours.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use super::colour::Rgba;
use super::run::RunBuffer;

/// How the bytes of a row encode its pixels. 16-bit samples are big-endian, as in a PNG file.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum PixelFormat {
    /// One byte a pixel, looked up in a table: palettes, and grey.
    Table(Box<[Rgba; 256]>),
    /// Grey and alpha, 8 bits each.
    GreyAlpha8,
    /// Red, green, blue, 8 bits each.
    Rgb8 {
        /// The colour that means transparent, if any.
        key: Option<[u8; 3]>,
    },
    /// Red, green, blue, alpha, 8 bits each.
    Rgba8,
    /// Grey, 16 bits.
    Grey16 {
        /// The value that means transparent, if any.
        key: Option<u16>,
    },
    /// Grey and alpha, 16 bits each.
    GreyAlpha16,
    /// Red, green, blue, 16 bits each.
    Rgb16 {
        /// The colour that means transparent, if any.
        key: Option<[u16; 3]>,
    },
    /// Red, green, blue, alpha, 16 bits each.
    Rgba16,
}

impl PixelFormat {
    /// Opaque RGB of 8 bits a channel.
    pub const RGB: Self = Self::Rgb8 { key: None };

    /// Grey of `bits` (1, 2, 4 or 8) bits, one byte a pixel; the value `key` means transparent.
    pub fn grey(bits: u8, key: Option<u8>) -> Self {
        let top = (1_u16 << bits) - 1;
        let mut table = Box::new([Rgba([0, 0, 0, 255]); 256]);
        for value in 0..=top {
            let grey = (value * (255 / top)) as u8;
            table[usize::from(value)] = if key == Some(value as u8) {
                Rgba::TRANSPARENT
            } else {
                Rgba([grey, grey, grey, 255])
            };
        }
        Self::Table(table)
    }

    /// A palette of `colours` (red, green, blue each); the first entries have the opacities in
    /// `alphas`. Values beyond the palette are opaque black.
    pub fn palette(colours: &[u8], alphas: &[u8]) -> Self {
        let mut table = Box::new([Rgba([0, 0, 0, 255]); 256]);
        for (i, (entry, colour)) in table.iter_mut().zip(colours.chunks_exact(3)).enumerate() {
            let alpha = alphas.get(i).copied().unwrap_or(255);
            *entry = Rgba::seen([colour[0], colour[1], colour[2], alpha]);
        }
        Self::Table(table)
    }

    /// Bytes per pixel.
    pub const fn bytes_per_pixel(&self) -> usize {
        match self {
            Self::Table(_) => 1,
            Self::GreyAlpha8 | Self::Grey16 { .. } => 2,
            Self::Rgb8 { .. } => 3,
            Self::Rgba8 | Self::GreyAlpha16 => 4,
            Self::Rgb16 { .. } => 6,
            Self::Rgba16 => 8,
        }
    }

    /// Replaces the contents of `runs` by the runs of one row of pixels.
    ///
    /// # Panics
    /// If `row` is empty, not a whole number of pixels, or longer than
    /// [`MAX_SIDE`](crate::limits::MAX_SIDE) pixels.
    pub fn runs(&self, row: &[u8], runs: &mut RunBuffer) {
        self.runs_rounding(&LowBytes::default(), row, runs);
    }

    /// [`PixelFormat::runs`], recording what is lost by rounding.
    pub(super) fn runs_rounding(&self, low_bytes: &LowBytes, row: &[u8], runs: &mut RunBuffer) {
        struct Fill<'a>(&'a [u8], &'a mut RunBuffer);
        impl Decoding for Fill<'_> {
            type Output = ();

            fn with<const N: usize>(self, colour: impl Fn([u8; N]) -> Rgba) {
                self.1.fill(self.0, colour);
            }
        }
        self.decode(low_bytes, Fill(row, runs));
    }

    pub(super) fn colour(&self, low_bytes: &LowBytes, pixel: &[u8]) -> Rgba {
        let mut runs = RunBuffer::new();
        self.runs_rounding(low_bytes, pixel, &mut runs);
        runs.as_runs().colours[0]
    }

    /// Calls `work` with the function from a pixel's bytes to its colour. Each format has a
    /// closure of its own, so that the format is matched only once.
    pub(super) fn decode<D: Decoding>(&self, low_bytes: &LowBytes, work: D) -> D::Output {
        match self {
            Self::Table(table) => work.with(|[i]| table[usize::from(i)]),
            Self::GreyAlpha8 => work.with(|[v, a]| Rgba::seen([v, v, v, a])),
            Self::Rgb8 { key: None } => work.with(|[r, g, b]| Rgba([r, g, b, 255])),
            Self::Rgb8 { key: Some(key) } => work.with(|[r, g, b]| {
                if [r, g, b] == *key {
                    Rgba::TRANSPARENT
                } else {
                    Rgba([r, g, b, 255])
                }
            }),
            Self::Rgba8 => work.with(Rgba::seen),
            Self::Grey16 { key } => work.with(|bytes| {
                let v = u16::from_be_bytes(bytes);
                let alpha = if *key == Some(v) { 0 } else { u16::MAX };
                low_bytes.round([v, v, v, alpha])
            }),
            Self::GreyAlpha16 => work.with(|bytes: [u8; 4]| {
                let [v, a] = samples(bytes);
                low_bytes.round([v, v, v, a])
            }),
            Self::Rgb16 { key } => work.with(|bytes: [u8; 6]| {
                let [r, g, b] = samples(bytes);
                let alpha = if *key == Some([r, g, b]) { 0 } else { u16::MAX };
                low_bytes.round([r, g, b, alpha])
            }),
            Self::Rgba16 => work.with(|bytes: [u8; 8]| low_bytes.round(samples(bytes))),
        }
    }
}

/// Rounds colours of 16 bits a channel to 8, and records which become equal: their author may have
/// intended two territories.
#[derive(Debug, Default)]
pub(super) struct LowBytes(RefCell<Rounded>);

#[derive(Debug, Default)]
struct Rounded {
    /// By colour: the first value that was rounded to it.
    first: HashMap<Rgba, [u16; 4]>,
    merged: BTreeSet<Rgba>,
}

/// Number of colours that are tracked; a picture with more is not a mask.
const MOST_ROUNDED: usize = 1 << 16;

impl LowBytes {
    fn round(&self, samples: [u16; 4]) -> Rgba {
        let colour = Rgba::seen(samples.map(eight_bits));
        if colour != Rgba::TRANSPARENT {
            let Rounded { first, merged } = &mut *self.0.borrow_mut();
            if let Some(first) = first.get(&colour) {
                if *first != samples {
                    merged.insert(colour);
                }
            } else if first.len() < MOST_ROUNDED {
                first.insert(colour, samples);
            }
        }
        colour
    }

    /// The colours that stand for more than one, ascending.
    pub(super) fn merged(self) -> Vec<Rgba> {
        self.0.into_inner().merged.into_iter().collect()
    }
}

/// An operation on pixels of any number of bytes.
pub(super) trait Decoding {
    type Output;

    /// Runs on pixels of `N` bytes; `colour` decodes one.
    fn with<const N: usize>(self, colour: impl Fn([u8; N]) -> Rgba) -> Self::Output;
}

/// The nearest 8-bit value; exact for `v * 257`, the usual widening.
fn eight_bits(sample: u16) -> u8 {
    ((u32::from(sample) + 128) / 257) as u8
}

fn samples<const BYTES: usize, const SAMPLES: usize>(bytes: [u8; BYTES]) -> [u16; SAMPLES] {
    std::array::from_fn(|i| u16::from_be_bytes([bytes[2 * i], bytes[2 * i + 1]]))
}
