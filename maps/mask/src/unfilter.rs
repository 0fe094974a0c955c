//! Undoes PNG's row filters on runs instead of pixels.
//!
//! A filter stores a pixel as its difference from a prediction based on its neighbours. In a mask
//! nearly all differences are 0, and the prediction is known for whole stretches at once:
//!
//! - *Sub* predicts the pixel to the left: a difference of 0 continues the run.
//! - *Up* predicts the pixel above: a stretch of 0 copies the runs above.
//! - *Paeth* predicts the left pixel wherever the two pixels above are equal,
//!   that is, everywhere but where a run above starts.
//! - *Average* predicts the mean of left and above, which soon becomes constant
//!   along a run above.
//!
//! ```text
//! above            a a a a a b b b b b b
//! differences      0 0 0 0 0 0 0 5 0 0 0        stored with Paeth
//!                            ^   ^              examined: a run above starts, a difference
//! this row         a a a a a b b c c c c        runs a, b, c; nothing else was computed
//! ```
//!
//! So only nonzero differences, found a block at a time, and the starts of the runs above need
//! work. The filters are those of the PNG specification (W3C, third edition, §9). Property tests
//! and the fuzz target `mask` compare the runs with the `png` crate.

use super::starts::{BLOCK, Starts, differing, padded};

/// A row's runs of pixels of `N` bytes.
#[derive(Debug, Clone)]
pub(super) struct RawRuns<const N: usize> {
    /// 0, then where each run ends.
    bounds: Vec<u16>,
    values: Vec<[u8; N]>,
    starts: Starts,
}

impl<const N: usize> RawRuns<N> {
    /// The row before the first: all bytes 0.
    pub(super) fn blank(width: u16) -> Self {
        Self {
            bounds: vec![0, width],
            values: vec![[0; N]],
            starts: Starts::default(),
        }
    }

    /// End and value of every run, from left to right.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u16, [u8; N])> + '_ {
        self.bounds[1..]
            .iter()
            .copied()
            .zip(self.values.iter().copied())
    }

    fn width(&self) -> usize {
        usize::from(self.bounds[self.bounds.len() - 1])
    }

    /// The column after run `i`.
    fn end(&self, i: usize) -> usize {
        usize::from(self.bounds[i + 1])
    }

    fn clear(&mut self) {
        self.bounds.truncate(1);
        self.values.clear();
    }

    /// Appends pixels up to column `end`, if that is beyond the last run.
    #[inline]
    fn push(&mut self, end: usize, value: [u8; N]) {
        let last = self.bounds.len() - 1;
        if end <= usize::from(self.bounds[last]) {
            return;
        }
        if self.values.last() == Some(&value) {
            self.bounds[last] = end as u16;
        } else {
            self.bounds.push(end as u16);
            self.values.push(value);
        }
    }

    /// Replaces the runs by those of a row that is stored as `bytes` with filter `filter`, below
    /// the row `above`; `false` for an unknown filter.
    pub(super) fn unfilter(&mut self, filter: u8, bytes: &[u8], above: &Self) -> bool {
        self.clear();
        match filter {
            0 => self.plain(bytes),
            1 => self.sub(Differences::of(bytes), above.width()),
            2 => self.up(Differences::of(bytes), above),
            3 => self.average(Differences::of(bytes), above),
            4 => self.paeth(Differences::of(bytes), above),
            _ => return false,
        }
        true
    }

    fn plain(&mut self, bytes: &[u8]) {
        self.bounds.clear();
        self.bounds.extend_from_slice(self.starts.of::<N>(bytes));
        let pixels = bytes.as_chunks::<N>().0;
        self.values
            .extend(self.bounds.iter().map(|&start| pixels[usize::from(start)]));
        self.bounds.push(pixels.len() as u16);
    }

    fn sub(&mut self, mut differences: Differences<'_, N>, width: usize) {
        let mut left = [0; N];
        loop {
            let at = differences.next();
            self.push(at, left);
            if at == width {
                return;
            }
            left = add(left, differences.at(at));
        }
    }

    fn up(&mut self, mut differences: Differences<'_, N>, above: &Self) {
        let width = above.width();
        let mut run = 0;
        let mut from = 0;
        loop {
            let at = differences.next();
            if at == width && from == 0 {
                self.bounds.clone_from(&above.bounds);
                self.values.clone_from(&above.values);
                return;
            }
            while run < above.values.len() && above.end(run) <= at {
                self.push(above.end(run), above.values[run]);
                run += 1;
            }
            if at == width {
                return;
            }
            self.push(at, above.values[run]);
            self.push(at + 1, add(above.values[run], differences.at(at)));
            from = at + 1;
            if above.end(run) == from {
                run += 1;
            }
        }
    }

    fn paeth(&mut self, mut differences: Differences<'_, N>, above: &Self) {
        let mut left = [0; N];
        let mut up_left = [0; N];
        let mut next = differences.next();
        let mut start = 0;
        for (end, up) in above.iter() {
            // The pixel below the start of a run above.
            let end = usize::from(end);
            let mut value = predict(left, up, up_left);
            if next == start {
                value = add(value, differences.at(start));
                next = differences.next();
            }
            if value != left {
                self.push(start, left);
                left = value;
            }
            // The rest of the run, where the prediction is the pixel to the left.
            while next < end {
                self.push(next, left);
                left = add(left, differences.at(next));
                next = differences.next();
            }
            up_left = up;
            start = end;
        }
        self.push(above.width(), left);
    }

    fn average(&mut self, mut differences: Differences<'_, N>, above: &Self) {
        let mut left = [0; N];
        let mut next = differences.next();
        let mut at = 0;
        for (end, up) in above.iter() {
            let end = usize::from(end);
            while at < end {
                let mut value = mean(left, up);
                if at == next {
                    value = add(value, differences.at(at));
                    next = differences.next();
                } else if value == left {
                    // Constant until something changes.
                    at = end.min(next);
                    continue;
                }
                if value != left {
                    self.push(at, left);
                    left = value;
                }
                at += 1;
            }
        }
        self.push(above.width(), left);
    }
}

/// The stored bytes of a row, mostly 0, and which of them are not.
struct Differences<'a, const N: usize> {
    bytes: &'a [u8],
    blocks: &'a [[u8; BLOCK]],
    /// The block that `left` is of.
    block: usize,
    /// Pixels of that block not yet returned.
    left: u64,
}

impl<'a, const N: usize> Differences<'a, N> {
    fn of(bytes: &'a [u8]) -> Self {
        let blocks = bytes.as_chunks().0;
        let mut new = Self {
            bytes,
            blocks,
            block: 0,
            left: 0,
        };
        new.look(0);
        new
    }

    /// The next pixel with a nonzero byte; the width after the last.
    #[inline]
    fn next(&mut self) -> usize {
        if self.left == 0 {
            if self.block >= self.blocks.len() {
                return self.bytes.len() / N;
            }
            self.look(self.block + 1);
            if self.left == 0 {
                return self.bytes.len() / N;
            }
        }
        let pixel = self.block * (BLOCK / N) + self.left.trailing_zeros() as usize / N;
        self.left &= self.left - 1;
        pixel
    }

    /// Advances to the first block from `block` on that is not all 0, if there is one.
    fn look(&mut self, block: usize) {
        const ZERO: [u8; BLOCK] = [0; BLOCK];
        let further = self.blocks[block..].iter().position(|bytes| *bytes != ZERO);
        (self.block, self.left) = if let Some(further) = further {
            let block = block + further;
            (block, differing::<N>(&self.blocks[block], &ZERO))
        } else {
            let rest = &self.bytes[self.blocks.len() * BLOCK..];
            (self.blocks.len(), differing::<N>(&padded(rest), &ZERO))
        };
    }

    #[inline]
    fn at(&self, pixel: usize) -> [u8; N] {
        let mut difference = [0; N];
        difference.copy_from_slice(&self.bytes[pixel * N..pixel * N + N]);
        difference
    }
}

#[inline]
fn add<const N: usize>(a: [u8; N], b: [u8; N]) -> [u8; N] {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

#[inline]
fn mean<const N: usize>(a: [u8; N], b: [u8; N]) -> [u8; N] {
    std::array::from_fn(|i| a[i].midpoint(b[i]))
}

/// Paeth's prediction: of left, up and the one between, the nearest to left + up − between; the
/// first of equally near ones.
#[inline]
fn predict<const N: usize>(left: [u8; N], up: [u8; N], between: [u8; N]) -> [u8; N] {
    std::array::from_fn(|i| {
        let (a, b, c) = (i16::from(left[i]), i16::from(up[i]), i16::from(between[i]));
        let from_left = (b - c).abs();
        let from_up = (a - c).abs();
        let from_between = (a + b - 2 * c).abs();
        if from_left <= from_up && from_left <= from_between {
            left[i]
        } else if from_up <= from_between {
            up[i]
        } else {
            between[i]
        }
    })
}
