//! Turns rows of runs into regions.
//!
//! The connected components of a picture are found in one pass over its runs (Rosenfeld and Pfaltz
//! 1966, with runs instead of pixels): a run takes the label of a run of its colour above, and
//! where it finds two labels, it joins their sets.
//!
//! ```text
//! row y - 1   |   a   |     b     |  a  |       labels 1 2 3
//! row y       |    a    | b |      a     |      1, 2, 3
//! row y + 1   |            a             |      touches 1 and 3: both become 1
//! ```
//!
//! In a mask most runs continue the row above in the same order. So the loop guesses that the
//! *twin*, the next run above, has the same colour and touches, and that no other run of that
//! colour does; three comparisons confirm it, and the label is copied.

use crate::limits::{MAX_MASK_PIXELS, MAX_MASK_REGIONS, MAX_MASK_RUNS, MAX_SIDE};

use super::colour::Rgba;
use super::error::MaskError;
use super::pixel::PixelFormat;
use super::regions::{Region, Regions};
use super::run::{RegionId, RowRuns, RunBuffer, RunSink};
use super::sets::Sets;

/// Builds [`Regions`] from rows that arrive one by one.
///
/// Each run gets the label of a run of its colour above it, or a new one; a run below two labels
/// joins them (union-find, the smaller label wins). Only labels and starts are kept: 6 bytes a run.
/// Time: a few nanoseconds a run.
#[derive(Debug, Default)]
pub struct Scan {
    width: u32,
    height: u32,
    starts: Vec<u16>,
    labels: Vec<u32>,
    /// Index of each row's first run.
    rows: Vec<u32>,
    sets: Sets,
    /// Colour by label.
    colours: Vec<Rgba>,
    above: Above,
    merged: Vec<Rgba>,
}

impl Scan {
    /// A scan that awaits [`RunSink::begin`].
    pub fn new() -> Self {
        Self::default()
    }

    /// The regions of the rows received.
    ///
    /// # Errors
    /// [`MaskError::TooManyRegions`], and [`MaskError::Size`] if there were fewer rows than
    /// announced.
    pub fn finish(mut self) -> Result<Regions, MaskError> {
        if self.rows.len() != self.height as usize || self.height == 0 {
            return Err(MaskError::Size {
                width: self.width,
                height: self.rows.len() as u32,
            });
        }
        let regions = self.sets.count();
        if regions > MAX_MASK_REGIONS {
            return Err(MaskError::TooManyRegions { regions });
        }
        let ids = self.sets.into_numbers();
        for label in &mut self.labels {
            *label = ids[*label as usize];
        }
        let mut colours = Vec::with_capacity(regions);
        for (&id, &colour) in ids.iter().zip(&self.colours) {
            // Ids ascend with the first label of each.
            if id as usize == colours.len() {
                colours.push(colour);
            }
        }
        drop(ids);
        drop(self.colours);
        self.rows.push(self.starts.len() as u32);
        Ok(Regions::new(
            self.width,
            self.starts,
            self.labels,
            self.rows,
            &colours,
            self.merged,
        ))
    }
}

impl RunSink for Scan {
    fn begin(&mut self, width: u32, height: u32) -> Result<(), MaskError> {
        check_size(width, height)?;
        *self = Self {
            width,
            height,
            rows: Vec::with_capacity(height as usize + 1),
            ..Self::default()
        };
        Ok(())
    }

    fn row(&mut self, runs: RowRuns<'_>) -> Result<(), MaskError> {
        let first = self.starts.len();
        if first + runs.len() > MAX_MASK_RUNS {
            return Err(MaskError::TooManyRuns);
        }
        assert_eq!(
            runs.bounds.last().copied().map(u32::from),
            Some(self.width),
            "the runs of a row cover it"
        );
        let above_first = self.rows.last().map_or(0, |&row| row as usize);
        self.rows.push(first as u32);
        self.starts.extend_from_slice(&runs.bounds[..runs.len()]);
        self.labels.reserve(runs.len());

        let Self {
            labels,
            sets,
            colours,
            above,
            ..
        } = self;
        // Most runs continue the row above in the same order: their label is that of the *twin*,
        // the next run above.
        let mut twin = 0;
        for (i, (ends, &colour)) in runs.bounds.windows(2).zip(runs.colours).enumerate() {
            let (start, end) = (ends[0], ends[1]);
            if above.continues(twin, start, end, colour) {
                labels.push(labels[above_first + twin]);
                twin += 1;
                continue;
            }
            let mut label = None;
            let mut up = above.at(start, twin);
            while let Some(&above_colour) = above.colours.get(up) {
                if above_colour == colour {
                    let other = labels[above_first + up];
                    label = Some(match label {
                        None => sets.find(other),
                        Some(label) => sets.join(label, other),
                    });
                }
                let above_end = above.end(up);
                up += usize::from(above_end <= end);
                if above_end >= end {
                    break;
                }
            }
            labels.push(label.unwrap_or_else(|| {
                colours.push(colour);
                sets.add()
            }));
            let next = runs.colours.get(i + 1);
            twin = up + usize::from(next.is_some() && next != above.colours.get(up));
        }
        self.above.fill(runs);
        Ok(())
    }

    fn merged(&mut self, colours: Vec<Rgba>) {
        self.merged = colours;
    }
}

impl Regions {
    /// The regions of pixels in memory, rows from top to bottom without gaps.
    ///
    /// # Errors
    /// [`MaskError::Size`], also if the bytes are not `width * height` pixels;
    /// [`MaskError::TooManyRuns`], [`MaskError::TooManyRegions`].
    pub fn from_pixels(
        width: u32,
        height: u32,
        format: &PixelFormat,
        bytes: &[u8],
    ) -> Result<Self, MaskError> {
        let mut scan = Scan::new();
        scan.begin(width, height)?;
        let row_bytes = width as usize * format.bytes_per_pixel();
        if bytes.len() != row_bytes * height as usize {
            return Err(MaskError::Size { width, height });
        }
        let mut runs = RunBuffer::new();
        for row in bytes.chunks_exact(row_bytes) {
            format.runs(row, &mut runs);
            scan.row(runs.as_runs())?;
        }
        scan.finish()
    }

    /// The same mask with each region in the colour that `recolour` returns. Touching regions of
    /// the same new colour merge, so ids change. Takes time proportional to the runs.
    ///
    /// # Errors
    /// None in practice: the result has no more runs and regions than this.
    pub fn recoloured(
        &self,
        mut recolour: impl FnMut(RegionId, &Region) -> Rgba,
    ) -> Result<Self, MaskError> {
        let colours: Vec<_> = self
            .iter()
            .map(|(id, region)| recolour(id, region))
            .collect();
        let mut scan = Scan::new();
        scan.begin(self.width(), self.height())?;
        let mut runs = RunBuffer::new();
        for y in 0..self.height() {
            runs.clear();
            for run in self.row(y) {
                runs.push(run.end, colours[run.region.index()]);
            }
            scan.row(runs.as_runs())?;
        }
        scan.finish()
    }
}

/// Refuses empty sizes and those beyond the limits.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), MaskError> {
    let sides = 1..=MAX_SIDE;
    if !sides.contains(&width)
        || !sides.contains(&height)
        || u64::from(width) * u64::from(height) > MAX_MASK_PIXELS
    {
        return Err(MaskError::Size { width, height });
    }
    Ok(())
}

/// The runs of the row above, none before the first row.
#[derive(Debug, Default)]
struct Above {
    /// 0, where each run starts, the width of the row, and a value greater than any column.
    bounds: Vec<u16>,
    colours: Vec<Rgba>,
}

impl Above {
    fn fill(&mut self, runs: RowRuns<'_>) {
        self.bounds.clear();
        self.bounds.push(0);
        self.bounds.extend_from_slice(runs.bounds);
        self.bounds.push(u16::MAX);
        self.colours.clear();
        self.colours.extend_from_slice(runs.colours);
    }

    /// The column after run `run`.
    #[inline]
    fn end(&self, run: usize) -> u16 {
        self.bounds[run + 2]
    }

    /// Whether run `run` touches columns `start..end` and is the only run of this colour that does,
    /// so that both have the same label.
    #[inline]
    fn continues(&self, run: usize, start: u16, end: u16, colour: Rgba) -> bool {
        // Where the run before starts and where the next one ends: adjacent runs differ in colour,
        // so another run of the same colour is beyond these.
        let Some(&[before, own_start, own_end, next_end]) =
            self.bounds.get(run..run + 4).and_then(<[u16]>::first_chunk)
        else {
            return false;
        };
        self.colours[run] == colour
            && before <= start
            && own_start < end
            && own_end > start
            && next_end >= end
    }

    /// The run in column `start`, searched from run `guess`; the number of runs if there are none.
    fn at(&self, start: u16, guess: usize) -> usize {
        let Some(last) = self.colours.len().checked_sub(1) else {
            return 0;
        };
        let mut run = guess.min(last);
        while self.bounds[run + 1] > start {
            run -= 1;
        }
        while self.end(run) <= start {
            run += 1;
        }
        run
    }
}

#[cfg(test)]
mod tests;
