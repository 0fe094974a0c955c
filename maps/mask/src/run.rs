//! Runs: maximal stretches of one colour within a row.

use super::colour::Rgba;
use super::error::MaskError;
use super::starts::Starts;

/// A region of one mask: `0..regions.len()`, in reading order of the regions' first pixels (row by
/// row, left to right).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId(pub u32);

impl RegionId {
    /// The id as an index into a table by region.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

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

/// The column after a run, in a row of `width` given by the starts of its runs.
#[inline]
pub(super) fn end_in(starts: &[u16], run: usize, width: u32) -> u32 {
    starts.get(run + 1).map_or(width, |&end| u32::from(end))
}

/// Receives the rows of a picture from top to bottom as runs.
///
/// [`Scan`](super::Scan) turns them into regions; a sink in front of it may change the colours on
/// the way, so that no picture is ever held in memory.
pub trait RunSink {
    /// Called before the first row, when the size is known and within limits. Called again if a
    /// file must be read in another way after all; everything before is then void.
    ///
    /// # Errors
    /// Any error, to end the reading.
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError>;

    /// Called for every row, from top to bottom.
    ///
    /// # Errors
    /// Any error, to end the reading.
    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError>;

    /// Called after the last row of a file with 16 bits a channel: each of these colours,
    /// ascending, stands for several of the file's colours that masks cannot distinguish.
    fn merged(&mut self, colours: Vec<Rgba>) {
        let _ = colours;
    }
}

/// The runs of one row from left to right. They cover the row, and adjacent ones differ in colour.
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

/// A buffer for the runs of one row, reused from row to row.
#[derive(Debug, Clone, Default)]
pub struct RunBuffer {
    pub(super) bounds: Vec<u16>,
    pub(super) colours: Vec<Rgba>,
    starts: Starts,
}

impl RunBuffer {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes the runs, keeps the capacity.
    pub fn clear(&mut self) {
        self.bounds.clear();
        self.colours.clear();
    }

    /// Appends pixels up to column `end`, extending the last run if it has the same colour. Does
    /// nothing if `end` is not beyond the last run.
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

    /// Replaces the runs by those of a row, adjacent ones of which differ in colour.
    pub(super) fn copy(
        &mut self,
        starts: &[u16],
        colours: impl IntoIterator<Item = Rgba>,
        width: u32,
    ) {
        self.clear();
        self.bounds.extend_from_slice(starts);
        self.bounds.push(width as u16);
        self.colours.extend(colours);
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

    /// Replaces the runs by those of a row of pixels of `N` bytes each. Pixels with different bytes
    /// but the same `colour` share a run.
    pub(super) fn fill<const N: usize>(&mut self, row: &[u8], colour: impl Fn([u8; N]) -> Rgba) {
        let (pixels, rest) = row.as_chunks::<N>();
        assert!(!pixels.is_empty() && rest.is_empty(), "whole pixels");
        let width = u16::try_from(pixels.len()).expect("a width within the limits");
        self.clear();
        let Self {
            bounds,
            colours,
            starts,
        } = self;
        bounds.extend_from_slice(starts.of::<N>(row));
        colours.extend(
            bounds
                .iter()
                .map(|&start| colour(pixels[usize::from(start)])),
        );
        // Rare enough to check first, all at once.
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

#[cfg(test)]
mod tests {
    use super::*;

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
