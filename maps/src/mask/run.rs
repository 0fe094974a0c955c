//! Runs: maximal stretches of one colour within a row.

use super::error::MaskError;
use super::pixel::Rgba;
use super::regions::RegionId;

/// Pixels `start..end` of row `y`, all of one region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The row, 0 at the top.
    pub y: u32,
    /// First column, 0 at the left.
    pub start: u32,
    /// The column after the last.
    pub end: u32,
    /// The region the pixels belong to.
    pub region: RegionId,
}

impl Run {
    /// Number of pixels, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "no run is empty")]
    pub const fn len(&self) -> u32 {
        self.end - self.start
    }
}

/// Something that takes the rows of a picture from top to bottom as runs.
///
/// [`Scan`](super::Scan) makes regions of them, [`Histogram`](super::Histogram)
/// counts colours; a repair can stand in front of either and change the colours
/// on their way, so that no picture is ever held whole.
pub trait RunSink {
    /// Called once, before the first row, when the size is known and within
    /// limits.
    ///
    /// # Errors
    /// Whatever should end the reading.
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError>;

    /// Called for every row, from top to bottom.
    ///
    /// # Errors
    /// Whatever should end the reading.
    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError>;
}

/// The runs of one row from left to right. They cover the row, and neighbouring
/// ones differ in colour.
#[derive(Debug, Clone, Copy)]
pub struct RowRuns<'a> {
    /// Where each run starts, then the width of the row.
    pub(super) bounds: &'a [u16],
    pub(super) colours: &'a [Rgba],
}

impl<'a> RowRuns<'a> {
    /// Start, end (exclusive) and colour of every run.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (u32, u32, Rgba)> + 'a {
        self.bounds
            .windows(2)
            .zip(self.colours)
            .map(|(ends, &colour)| (u32::from(ends[0]), u32::from(ends[1]), colour))
    }

    /// Number of runs, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "no row is empty")]
    pub fn len(self) -> usize {
        self.colours.len()
    }
}

/// Room for the runs of one row, reused from row to row.
#[derive(Debug, Clone, Default)]
pub struct RunBuffer {
    pub(super) bounds: Vec<u16>,
    pub(super) colours: Vec<Rgba>,
}

impl RunBuffer {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the runs, keeps the room.
    pub fn clear(&mut self) {
        self.bounds.clear();
        self.colours.clear();
    }

    /// Appends pixels up to column `end`; joins them to the last run if their
    /// colour is the same. Does nothing if `end` is not beyond the last run.
    ///
    /// # Panics
    /// If `end` exceeds [`MAX_SIDE`](crate::limits::MAX_SIDE).
    pub fn push(&mut self, end: u32, colour: Rgba) {
        let end = u16::try_from(end).expect("a column within the limits");
        match self.bounds.last_mut() {
            None if end == 0 => {}
            None => {
                self.bounds.extend([0, end]);
                self.colours.push(colour);
            }
            Some(last) if end <= *last => {}
            Some(last) if self.colours.last() == Some(&colour) => *last = end,
            Some(_) => {
                self.bounds.push(end);
                self.colours.push(colour);
            }
        }
    }

    /// The runs pushed so far.
    pub fn as_runs(&self) -> RowRuns<'_> {
        RowRuns {
            bounds: &self.bounds,
            colours: &self.colours,
        }
    }

    /// Replaces the runs by others, given by end and colour.
    pub(super) fn refill(&mut self, runs: impl Iterator<Item = (u16, Rgba)>) {
        self.clear();
        self.bounds.push(0);
        for (end, colour) in runs {
            if self.colours.last() == Some(&colour) {
                self.bounds.pop();
            } else {
                self.colours.push(colour);
            }
            self.bounds.push(end);
        }
    }

    /// Replaces the runs by those of a row of pixels of `N` bytes each. Pixels
    /// of other bytes but the same `colour` share a run.
    pub(super) fn fill<const N: usize>(&mut self, row: &[u8], colour: impl Fn([u8; N]) -> Rgba) {
        let (pixels, rest) = row.as_chunks::<N>();
        assert!(!pixels.is_empty() && rest.is_empty(), "whole pixels");
        let width = u16::try_from(pixels.len()).expect("a width within the limits");
        self.clear();
        starts::<N>(row, &mut self.bounds);
        let Self { bounds, colours } = self;
        colours.extend(
            bounds
                .iter()
                .map(|&start| colour(pixels[usize::from(start)])),
        );
        // Rare enough to be looked for first, all at once.
        if colours.windows(2).any(|pair| pair[0] == pair[1]) {
            let mut kept = 0;
            for i in 1..colours.len() {
                if colours[i] != colours[kept] {
                    kept += 1;
                    colours[kept] = colours[i];
                    bounds[kept] = bounds[i];
                }
            }
            colours.truncate(kept + 1);
            bounds.truncate(kept + 1);
        }
        self.bounds.push(width);
    }
}

/// Bytes that are compared at once: whole pixels of every format, and no more
/// than a word has bits.
pub(super) const BLOCK: usize = 48;

/// Appends the columns at which the bytes of a pixel differ from those of the
/// pixel before, 0 first.
///
/// Compares the row with itself shifted by one pixel, a block at a time, which
/// compilers turn into vector instructions. Runs tend to end by the pair, on
/// either side of a thin line, so a block in which something differs becomes a
/// word with a bit for each pixel, and two columns are written at once whether
/// there is a second one or not: the processor has one branch to guess wrong
/// instead of one or two a run.
pub(super) fn starts<const N: usize>(row: &[u8], out: &mut Vec<u16>) {
    let (here, rest) = row[..row.len() - N].as_chunks::<BLOCK>();
    let (next, rest_next) = row[N..].as_chunks::<BLOCK>();
    out.push(0);
    for (i, (here, next)) in here.iter().zip(next).enumerate() {
        if here != next {
            append::<N>(i, here, next, out);
        }
    }
    append::<N>(here.len(), &padded(rest), &padded(rest_next), out);
}

/// Appends the columns after the pixels that differ in block `i`.
#[inline]
fn append<const N: usize>(i: usize, here: &[u8; BLOCK], next: &[u8; BLOCK], out: &mut Vec<u16>) {
    let mut pixels = differing::<N>(here, next);
    let first = i * (BLOCK / N) + 1;
    let column = |pixels: u64| (first + pixels.trailing_zeros() as usize / N) as u16;
    while pixels != 0 {
        let others = pixels & (pixels - 1);
        out.extend_from_slice(&[column(pixels), column(others)]);
        out.truncate(out.len() - usize::from(others == 0));
        pixels = others & others.wrapping_sub(1);
    }
}

/// A block of the last bytes of a row and zeros.
pub(super) fn padded(rest: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Bit `N * i` tells whether the pixels `i` differ.
#[inline]
pub(super) fn differing<const N: usize>(a: &[u8; BLOCK], b: &[u8; BLOCK]) -> u64 {
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const { assert!(BLOCK.is_multiple_of(N), "whole pixels") }
    let mut bytes = 0;
    for (i, (a, b)) in a.as_chunks().0.iter().zip(b.as_chunks().0).enumerate() {
        let bits = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        // The highest bit of each byte that is not 0; no sum of the lower ones
        // reaches beyond its byte.
        let high = (((bits & !HIGH) + !HIGH) | bits) & HIGH;
        // The product gathers the eight of them at the top.
        bytes |= ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    let pixels = (0..N).fold(0, |pixels, byte| pixels | bytes >> byte);
    pixels & const { firsts::<N>() }
}

/// A bit for the first byte of each pixel of a block.
const fn firsts<const N: usize>() -> u64 {
    let mut firsts = 0;
    let mut at = 0;
    while at < BLOCK {
        firsts |= 1 << at;
        at += N;
    }
    firsts
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain_starts<const N: usize>(row: &[u8]) -> Vec<u16> {
        let pixels: Vec<_> = row.chunks_exact(N).collect();
        (0..pixels.len())
            .filter(|&i| i == 0 || pixels[i] != pixels[i - 1])
            .map(|i| i as u16)
            .collect()
    }

    fn check<const N: usize>(bytes: &[u8]) {
        let row = &bytes[..bytes.len() / N * N];
        if !row.is_empty() {
            let mut out = Vec::new();
            starts::<N>(row, &mut out);
            assert_eq!(out, plain_starts::<N>(row), "{N} bytes a pixel");
        }
    }

    proptest! {
        #[test]
        fn starts_agree_with_a_comparison_pixel_by_pixel(
            stretches in prop::collection::vec((prop::array::uniform8(0_u8..3), 1_usize..40), 1..30)
        ) {
            let bytes: Vec<u8> = stretches
                .into_iter()
                .flat_map(|(pixel, times)| std::iter::repeat_n(pixel, times).flatten())
                .collect();
            check::<1>(&bytes);
            check::<2>(&bytes);
            check::<3>(&bytes);
            check::<4>(&bytes);
            check::<6>(&bytes);
            check::<8>(&bytes);
        }
    }

    #[test]
    fn pushing_joins_equal_colours() {
        let (red, blue) = (Rgba([255, 0, 0, 255]), Rgba([0, 0, 255, 255]));
        let mut runs = RunBuffer::new();
        runs.push(0, blue);
        runs.push(3, red);
        runs.push(5, red);
        runs.push(5, blue);
        runs.push(9, blue);
        assert_eq!(
            runs.as_runs().iter().collect::<Vec<_>>(),
            [(0, 5, red), (5, 9, blue)]
        );
    }
}
