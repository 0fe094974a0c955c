//! Finds where runs start in a row of pixels.
//!
//! ```text
//! row              A A A A A A B B B C C C
//! shifted by one   A A A A A B B B C C C
//! differs          . . . . . 1 . . 1 . .         a bit for each pixel of a block
//!                            6     9             the columns: count zeros, clear the bit, repeat
//! ```
//!
//! Iterating over the set bits of a word by its trailing zeros is a common way to find rare events
//! without a branch for each position; simdjson (Langdale and Lemire 2019) finds structural
//! characters of JSON like that, two or more at once as here.

/// Bytes that are examined together: whole pixels of every format, and no more than a word has
/// bits.
pub(super) const BLOCK: usize = 48;

/// Finds the columns at which runs start, with buffers reused from row to row.
///
/// Compares the row with itself shifted by one pixel, in plain loops over blocks that compilers
/// vectorise, without a branch for each block: first it builds a word with a bit for each of 64
/// blocks, then, for each block with a difference, a word with a bit for each pixel. Runs tend to
/// end in pairs, on either side of a thin line, so two columns are written at once even if there is
/// only one. So there is little more than one unpredictable branch for a pair of runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Starts {
    /// The columns found so far, followed by leftovers of earlier rows.
    columns: Vec<u16>,
    found: usize,
}

impl Starts {
    /// The columns at which the bytes of a pixel differ from those of the pixel before, starting
    /// with 0.
    pub(super) fn of<const N: usize>(&mut self, row: &[u8]) -> &[u16] {
        let room = row.len() / N + 1;
        if self.columns.len() < room {
            self.columns.resize(room, 0);
        }
        self.columns[0] = 0;
        self.found = 1;
        let (here, rest) = row[..row.len() - N].as_chunks::<BLOCK>();
        let (next, rest_next) = row[N..].as_chunks::<BLOCK>();
        let mut first = 1;
        for (here, next) in here.chunks(64).zip(next.chunks(64)) {
            let mut blocks = differing_blocks(here, next);
            while blocks != 0 {
                let block = blocks.trailing_zeros() as usize;
                blocks &= blocks - 1;
                let pixels = differing::<N>(&here[block], &next[block]);
                self.append::<N>(first + block * (BLOCK / N), pixels);
            }
            first += here.len() * (BLOCK / N);
        }
        let pixels = differing::<N>(&padded(rest), &padded(rest_next));
        self.append::<N>(first, pixels);
        &self.columns[..self.found]
    }

    /// Appends the columns of the pixels whose bit is set; the first bit is that of column `first`.
    #[inline]
    fn append<const N: usize>(&mut self, first: usize, mut pixels: u64) {
        let column = |pixels: u64| (first + pixels.trailing_zeros() as usize / N) as u16;
        while pixels != 0 {
            let others = pixels & (pixels - 1);
            self.columns[self.found] = column(pixels);
            // Each column but the first can start a run, hence there is room.
            self.columns[self.found + 1] = column(others);
            self.found += 1 + usize::from(others != 0);
            pixels = others & others.wrapping_sub(1);
        }
    }
}

/// Bit `i` tells whether the blocks `i`, at most 64, differ.
///
/// Never inlined: when both slices are parts of one row, three bytes apart, compilers derive one
/// from the other by shifts, which takes twice as long as reading both.
#[inline(never)]
fn differing_blocks(a: &[[u8; BLOCK]], b: &[[u8; BLOCK]]) -> u64 {
    let mut blocks = 0;
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        let mut bits = 0;
        for (a, b) in a.iter().zip(b) {
            bits |= a ^ b;
        }
        blocks |= u64::from(bits != 0) << i;
    }
    blocks
}

/// A block of the last bytes of a row, padded with zeros.
pub(super) fn padded(rest: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block[..rest.len()].copy_from_slice(rest);
    block
}

/// Bit `N * i` tells whether the pixels `i` differ.
#[inline]
pub(super) fn differing<const N: usize>(a: &[u8; BLOCK], b: &[u8; BLOCK]) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const { assert!(BLOCK.is_multiple_of(N), "whole pixels") }
    // One bit in each byte, at a different position in each of eight: the highest byte of the
    // product is their sum and holds all of them.
    let mut bits = [0; BLOCK];
    for (i, bit) in bits.iter_mut().enumerate() {
        *bit = if a[i] == b[i] { 0 } else { 1 << (i % 8) };
    }
    let mut bytes = 0;
    for (i, eight) in bits.as_chunks().0.iter().enumerate() {
        bytes |= (u64::from_le_bytes(*eight).wrapping_mul(ONES) >> 56) << (8 * i);
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
mod tests;
