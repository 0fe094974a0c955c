//! An editable mask: runs in bands, and changes as values.
//!
//! [`Regions`] is a mask as read, with all runs in one list; a brush stroke would move most of
//! them. A [`Sheet`] keeps its runs in shared bands of [`BAND`] rows:
//!
//! ```text
//! before   [band 0] [band 1] [band 2] [band 3]      copying a sheet copies pointers
//!              |        |                 |
//! after    [band 0] [band 1] [band 2'] [band 3]     a change replaces the bands that it touches
//! ```
//!
//! A change is a [`Patch`]: stretches of rows, each with its old and new colour. It is applied
//! completely or not at all, and its inverse is the same list with the colours exchanged. So undo
//! is a patch as well, and takes memory proportional to the runs that the stroke crossed.

mod patch;
mod shapes;

use std::ops::Range;
use std::sync::Arc;

use crate::colour::Rgba;
use crate::error::MaskError;
use crate::limits::MAX_MASK_RUNS;
use crate::regions::Regions;
use crate::run::{RunBuffer, RunSink, end_in};
use crate::scan::{Scan, check_size};

use patch::Change;
pub use patch::{Patch, PatchError, Stretch, joined};
pub use shapes::{capsule, polygon};

/// Rows of a band.
pub const BAND: u32 = 32;

/// An editable mask. Clones share all bands.
#[derive(Debug, Clone)]
pub struct Sheet {
    width: u32,
    height: u32,
    bands: Vec<Arc<Band>>,
    runs: usize,
}

/// Two sheets are equal if all their pixels are.
impl PartialEq for Sheet {
    fn eq(&self, other: &Self) -> bool {
        let mut bands = self.bands.iter().zip(&other.bands);
        (self.width, self.height) == (other.width, other.height)
            && bands.all(|(a, b)| Arc::ptr_eq(a, b) || a == b)
    }
}

/// Some rows as runs; adjacent runs differ in colour.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Band {
    /// Index of each row's first run, then the number of runs.
    rows: Vec<u32>,
    starts: Vec<u16>,
    colours: Vec<Rgba>,
}

impl Band {
    fn push(&mut self, runs: &RunBuffer) {
        self.rows.push(self.starts.len() as u32);
        self.starts.extend(&runs.bounds[..runs.colours.len()]);
        self.colours.extend(&runs.colours);
    }

    /// Adds a run to the last row, or to its last run if that has the same colour.
    fn push_run(&mut self, start: u16, colour: Rgba) {
        let is_first = self.rows.last().map(|&row| row as usize) == Some(self.starts.len());
        if is_first || self.colours.last() != Some(&colour) {
            self.starts.push(start);
            self.colours.push(colour);
        }
    }

    fn finish(mut self) -> Arc<Self> {
        self.rows.push(self.starts.len() as u32);
        self.starts.shrink_to_fit();
        self.colours.shrink_to_fit();
        Arc::new(self)
    }

    /// The starts and colours of a row of the band.
    fn row(&self, row: usize) -> (&[u16], &[Rgba]) {
        let runs = self.rows[row] as usize..self.rows[row + 1] as usize;
        (&self.starts[runs.clone()], &self.colours[runs])
    }
}

/// Collects rows into bands.
#[derive(Default)]
struct Bands {
    bands: Vec<Arc<Band>>,
    open: Band,
}

impl Bands {
    fn push(&mut self, runs: &RunBuffer) {
        self.open.push(runs);
        if self.open.rows.len() == BAND as usize {
            self.bands.push(std::mem::take(&mut self.open).finish());
        }
    }

    fn finish(mut self) -> Vec<Arc<Band>> {
        if !self.open.rows.is_empty() {
            self.bands.push(self.open.finish());
        }
        self.bands
    }
}

impl Sheet {
    /// An empty sheet.
    ///
    /// # Errors
    /// [`MaskError::Size`] beyond the limits of masks.
    pub fn new(width: u32, height: u32, colour: Rgba) -> Result<Self, MaskError> {
        check_size(width, height)?;
        let mut runs = RunBuffer::new();
        runs.push(width, colour);
        Ok(Self::of_rows(width, height, |_, row| row.clone_from(&runs)))
    }

    /// The sheet of a mask.
    pub fn of(regions: &Regions) -> Self {
        Self::of_rows(regions.width(), regions.height(), |y, runs| {
            regions.unpack(y, runs);
        })
    }

    fn of_rows(width: u32, height: u32, mut row: impl FnMut(u32, &mut RunBuffer)) -> Self {
        let mut bands = Bands::default();
        let mut runs = RunBuffer::new();
        let mut count = 0;
        for y in 0..height {
            row(y, &mut runs);
            count += runs.colours.len();
            bands.push(&runs);
        }
        Self {
            width,
            height,
            bands: bands.finish(),
            runs: count,
        }
    }

    /// Width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// Number of runs.
    pub const fn run_count(&self) -> usize {
        self.runs
    }

    /// Memory in bytes, including everything shared with other sheets.
    pub fn bytes(&self) -> usize {
        let bands = self.bands.iter().map(|band| {
            let rows = band.rows.capacity() * size_of::<u32>();
            rows + band.starts.len() * (size_of::<u16>() + size_of::<Rgba>())
        });
        bands.sum()
    }

    /// Start, end (exclusive) and colour of every run of row `y`, left to right.
    ///
    /// # Panics
    /// If the sheet has no such row.
    pub fn row(&self, y: u32) -> impl ExactSizeIterator<Item = (u32, u32, Rgba)> + '_ {
        let (starts, colours) = self.row_slices(y);
        (0..starts.len()).map(move |i| {
            let end = end_in(starts, i, self.width);
            (u32::from(starts[i]), end, colours[i])
        })
    }

    /// The colour of a pixel; `None` outside the sheet. Takes a binary search in one row.
    pub fn colour_at(&self, x: u32, y: u32) -> Option<Rgba> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let (starts, colours) = self.row_slices(y);
        let run = starts.partition_point(|&start| u32::from(start) <= x);
        colours.get(run.wrapping_sub(1)).copied()
    }

    fn row_slices(&self, y: u32) -> (&[u16], &[Rgba]) {
        self.bands[(y / BAND) as usize].row((y % BAND) as usize)
    }

    /// The patch that recolours pixels: `now` maps their old colour to the new one. Stretches may
    /// lie in any order, overlap, and reach beyond the sheet; each pixel changes once.
    ///
    /// Takes time proportional to the runs that the stretches cross, and the logarithm of the runs
    /// of each row.
    pub fn change(
        &self,
        stretches: impl IntoIterator<Item = Stretch>,
        mut now: impl FnMut(Rgba) -> Rgba,
    ) -> Patch {
        let mut patch = Patch::default();
        let stretches = stretches.into_iter();
        for stretch in joined(stretches.filter_map(|of| self.on_sheet(of))) {
            self.note(&mut patch, &stretch, &mut now);
        }
        patch
    }

    /// The patch that gives stretches these colours. They may lie in any order and reach beyond the
    /// sheet, but must not overlap.
    pub fn repaint(&self, mut pixels: Vec<(Stretch, Rgba)>) -> Patch {
        pixels.sort_unstable_by_key(|(of, _)| (of.y, of.columns.start));
        let mut patch = Patch::default();
        for (stretch, colour) in pixels {
            if let Some(stretch) = self.on_sheet(stretch) {
                self.note(&mut patch, &stretch, &mut |_| colour);
            }
        }
        patch
    }

    /// The part of a stretch that lies on the sheet.
    fn on_sheet(&self, Stretch { y, columns }: Stretch) -> Option<Stretch> {
        let columns = columns.start..columns.end.min(self.width);
        (y < self.height && !columns.is_empty()).then_some(Stretch { y, columns })
    }

    /// Adds the changes within a stretch to a patch.
    fn note(&self, patch: &mut Patch, of: &Stretch, now: &mut impl FnMut(Rgba) -> Rgba) {
        let Stretch { y, columns } = of;
        let (starts, colours) = self.row_slices(*y);
        let first = starts.partition_point(|&start| u32::from(start) <= columns.start) - 1;
        for run in first..starts.len() {
            let start = u32::from(starts[run]).max(columns.start);
            let end = end_in(starts, run, self.width);
            if start >= columns.end {
                break;
            }
            let (was, now) = (colours[run], now(colours[run]));
            if was != now {
                patch.push(Change {
                    y: *y as u16,
                    start: start as u16,
                    end: end.min(columns.end) as u16,
                    was,
                    now,
                });
            }
        }
    }

    /// The patch that turns the sheet into another of the same size; `None` if the sizes differ.
    /// Takes time proportional to the runs of the bands that they do not share.
    pub fn difference(&self, other: &Self) -> Option<Patch> {
        if (self.width, self.height) != (other.width, other.height) {
            return None;
        }
        let is_shared = |y: u32| {
            let [own, other] = [self, other].map(|of| &of.bands[(y / BAND) as usize]);
            Arc::ptr_eq(own, other)
        };
        let mut patch = Patch::default();
        for y in (0..self.height).filter(|&y| !is_shared(y)) {
            patch.compare(y, self.row(y), other.row(y));
        }
        Some(patch)
    }

    /// The patch that turns these rows into those of a mask of the same size; `None` if the sizes
    /// differ. Takes time proportional to the runs of both in these rows.
    pub fn difference_in(&self, other: &Regions, rows: Range<u32>) -> Option<Patch> {
        if (self.width, self.height) != other.size() {
            return None;
        }
        let mut patch = Patch::default();
        for y in rows.start..rows.end.min(self.height) {
            let now = other.row(y);
            let now = now.map(|run| (run.start, run.end, other.get(run.region).colour));
            patch.compare(y, self.row(y), now);
        }
        Some(patch)
    }

    /// Applies a patch completely or not at all, and returns its inverse.
    ///
    /// Takes time proportional to the runs of the bands that it touches.
    ///
    /// # Errors
    /// [`PatchError`]; the sheet is then unchanged.
    pub fn apply(&mut self, patch: &Patch) -> Result<Patch, PatchError> {
        let mut made = Vec::new();
        let mut runs = self.runs;
        for changes in patch.by_band() {
            let at = usize::from(changes[0].y) / BAND as usize;
            let old = self.bands.get(at).ok_or(PatchError::Stale)?;
            let new = self.redrawn(old, changes)?;
            runs = runs - old.starts.len() + new.starts.len();
            made.push((at, new));
        }
        if runs > MAX_MASK_RUNS {
            return Err(PatchError::TooManyRuns);
        }
        for (at, band) in made {
            self.bands[at] = band;
        }
        self.runs = runs;
        Ok(patch.inverse())
    }

    /// A band with some changes, all of which lie in it.
    fn redrawn(&self, old: &Band, mut changes: &[Change]) -> Result<Arc<Band>, PatchError> {
        let mut band = Band::default();
        band.starts.reserve(old.starts.len() + 2 * changes.len());
        band.colours.reserve(old.starts.len() + 2 * changes.len());
        for row in 0..old.rows.len() - 1 {
            let is_here = |change: &&Change| usize::from(change.y) % BAND as usize == row;
            let here = changes.iter().take_while(is_here).count();
            let (here, later) = changes.split_at(here);
            self.redraw_row(old.row(row), here, &mut band)?;
            changes = later;
        }
        if changes.is_empty() {
            Ok(band.finish())
        } else {
            Err(PatchError::Stale)
        }
    }

    /// Appends a row with some changes to a band.
    fn redraw_row(
        &self,
        (starts, colours): (&[u16], &[Rgba]),
        changes: &[Change],
        band: &mut Band,
    ) -> Result<(), PatchError> {
        let end = |run: usize| end_in(starts, run, self.width);
        band.rows.push(band.starts.len() as u32);
        // Done up to this column, which is in this run.
        let (mut column, mut run) = (0, 0);
        for change in changes {
            let mut at = run;
            while end(at) <= change.start.into() && at + 1 < starts.len() {
                at += 1;
            }
            let is_fresh = colours.get(at) == Some(&change.was)
                && (column..change.end).contains(&change.start)
                && u32::from(change.end) <= end(at);
            if !is_fresh {
                return Err(PatchError::Stale);
            }
            if column < change.start {
                band.push_run(column, colours[run]);
                band.starts.extend_from_slice(&starts[run + 1..=at]);
                band.colours.extend_from_slice(&colours[run + 1..=at]);
                if starts[at] == change.start && at > run {
                    band.starts.pop();
                    band.colours.pop();
                }
            }
            band.push_run(change.start, change.now);
            column = change.end;
            run = at + usize::from(u32::from(column) == end(at));
        }
        if run < starts.len() {
            band.push_run(column, colours[run]);
            band.starts.extend_from_slice(&starts[run + 1..]);
            band.colours.extend_from_slice(&colours[run + 1..]);
        }
        Ok(())
    }

    /// Passes all rows to `sink`, as if the sheet were read from a file.
    ///
    /// # Errors
    /// Whatever the sink returns.
    pub fn send(&self, sink: &mut dyn RunSink) -> Result<(), MaskError> {
        sink.begin(self.width, self.height)?;
        let mut runs = RunBuffer::new();
        for y in 0..self.height {
            runs.clear();
            for (_, end, colour) in self.row(y) {
                runs.push(end, colour);
            }
            sink.row(runs.as_runs())?;
        }
        Ok(())
    }

    /// The regions of the sheet, computed from scratch.
    ///
    /// # Errors
    /// [`MaskError::TooManyRegions`].
    pub fn regions(&self) -> Result<Regions, MaskError> {
        let mut scan = Scan::new();
        self.send(&mut scan)?;
        scan.finish()
    }

    /// The same for a sheet that differs from a mask at most in these rows; the regions elsewhere
    /// are reused, see [`Regions::redrawn`].
    ///
    /// # Errors
    /// [`MaskError::TooManyRegions`].
    pub fn regions_after(&self, before: &Regions, rows: Range<u32>) -> Result<Regions, MaskError> {
        if (self.width, self.height) != before.size() {
            return self.regions();
        }
        before.redrawn(rows, |y, runs| {
            let (starts, colours) = self.row_slices(y);
            runs.copy(starts, colours.iter().copied(), self.width);
        })
    }
}

#[cfg(test)]
mod tests;
