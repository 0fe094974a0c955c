//! The regions of a mask and where they are.

mod recoloured;
mod redrawn;

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::place::Point;

use super::colour::Rgba;
use super::error::MaskError;
use super::run::{RegionId, Run, RunBuffer, RunSink, end_in};

/// A rectangle of pixels: columns `left..right`, rows `top..bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// Its first column.
    pub left: u32,
    /// Its first row.
    pub top: u32,
    /// The column after the last.
    pub right: u32,
    /// The row after the last.
    pub bottom: u32,
}

impl Bounds {
    /// The smallest rectangle around both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Number of columns.
    pub const fn width(&self) -> u32 {
        self.right - self.left
    }

    /// Number of rows.
    pub const fn height(&self) -> u32 {
        self.bottom - self.top
    }
}

/// A connected region of one colour.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The colour that all its pixels show.
    pub colour: Rgba,
    /// How many pixels it has.
    pub area: u32,
    /// How many runs it has.
    pub runs: u32,
    /// The smallest rectangle around it.
    pub bounds: Bounds,
    /// Column of its first pixel in reading order; the row is `bounds.top`.
    first_x: u32,
    sum_x: u64,
    sum_y: u64,
}

impl Region {
    /// That of a run, the first in reading order.
    fn of(colour: Rgba, y: u32, columns: Range<u32>) -> Self {
        let mut region = Self {
            colour,
            area: 0,
            runs: 0,
            bounds: Bounds {
                left: columns.start,
                top: y,
                right: columns.end,
                bottom: y + 1,
            },
            first_x: columns.start,
            sum_x: 0,
            sum_y: 0,
        };
        region.grow(y, columns);
        region
    }

    /// Takes in a run that comes after the others in reading order.
    #[inline]
    fn grow(&mut self, y: u32, columns: Range<u32>) {
        let Range { start, end } = columns;
        let length = end - start;
        self.area += length;
        self.runs += 1;
        self.bounds.left = self.bounds.left.min(start);
        self.bounds.right = self.bounds.right.max(end);
        self.bounds.bottom = y + 1;
        // The mean column of the run is half of this.
        self.sum_x += u64::from(length) * u64::from(start + end - 1) / 2;
        self.sum_y += u64::from(length) * u64::from(y);
    }

    /// Takes in pixels that are not its own yet, wherever they lie.
    fn unite(&mut self, other: &Self) {
        self.area += other.area;
        self.runs += other.runs;
        if other.place() < self.place() {
            self.first_x = other.first_x;
        }
        self.bounds = self.bounds.with(other.bounds);
        self.sum_x += other.sum_x;
        self.sum_y += other.sum_y;
    }

    /// Row and column of its first pixel: regions are sorted by them.
    const fn place(&self) -> (u32, u32) {
        (self.bounds.top, self.first_x)
    }

    /// Its first pixel in reading order.
    pub const fn first_pixel(&self) -> Point {
        Point {
            x: self.first_x,
            y: self.bounds.top,
        }
    }

    /// The mean of its pixels' columns and rows; may lie outside the region.
    pub fn centroid(&self) -> (f64, f64) {
        let area = f64::from(self.area);
        (self.sum_x as f64 / area, self.sum_y as f64 / area)
    }
}

/// A mask as runs, and the regions they make up. Copies share the runs.
#[derive(Debug, Clone)]
pub struct Regions {
    width: u32,
    runs: Arc<Runs>,
    by_id: Vec<Region>,
    merged: Vec<Rgba>,
}

#[derive(Debug, Default)]
struct Runs {
    starts: Vec<u16>,
    labels: Vec<u32>,
    /// Index of each row's first run, then the number of runs.
    rows: Vec<u32>,
    sorted: Sorted,
}

impl Runs {
    /// The regions and the starts of the runs of row `y`.
    #[inline]
    fn row(&self, y: u32) -> (&[u32], &[u16]) {
        let runs = self.rows[y as usize] as usize..self.rows[y as usize + 1] as usize;
        (&self.labels[runs.clone()], &self.starts[runs])
    }
}

impl PartialEq for Runs {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows && self.starts == other.starts && self.labels == other.labels
    }
}

/// Two masks are equal if all their pixels are.
impl PartialEq for Regions {
    fn eq(&self, other: &Self) -> bool {
        let mut regions = self.by_id.iter().zip(&other.by_id);
        // Runs and regions are numbered in reading order, whatever was read.
        self.width == other.width
            && (self.has_runs_of(other) || self.runs == other.runs)
            && regions.all(|(one, other)| one.colour == other.colour)
    }
}

/// The runs sorted by region, computed once that is cheaper than scanning the rows asked for.
#[derive(Debug, Default)]
struct Sorted {
    runs: OnceLock<ByRegion>,
    /// Rows that were looked through without.
    looked: AtomicU32,
}

#[derive(Debug)]
struct ByRegion {
    /// Where each region's runs start in `order`, then its length.
    firsts: Vec<u32>,
    /// Indices of runs, sorted by region, then by place.
    order: Vec<u32>,
}

impl Regions {
    /// `rows` holds the index of each row's first run and ends with the number
    /// of runs; `labels` are dense and count up in reading order; `colours` are
    /// by label.
    pub(super) fn new(
        width: u32,
        mut starts: Vec<u16>,
        mut labels: Vec<u32>,
        rows: Vec<u32>,
        colours: &[Rgba],
        merged: Vec<Rgba>,
    ) -> Self {
        starts.shrink_to_fit();
        labels.shrink_to_fit();
        let runs = Runs {
            starts,
            labels,
            rows,
            sorted: Sorted::default(),
        };
        let mut by_id: Vec<Region> = Vec::with_capacity(colours.len());
        for y in 0..runs.rows.len() as u32 - 1 {
            let (labels, starts) = runs.row(y);
            for (i, &label) in labels.iter().enumerate() {
                let start = u32::from(starts[i]);
                let end = end_in(starts, i, width);
                if let Some(known) = by_id.get_mut(label as usize) {
                    known.grow(y, start..end);
                } else {
                    debug_assert_eq!(by_id.len(), label as usize);
                    by_id.push(Region::of(colours[label as usize], y, start..end));
                }
            }
        }
        Self {
            width,
            runs: Arc::new(runs),
            by_id,
            merged,
        }
    }

    /// Sorts the runs by region, by counting.
    fn sort_runs(&self) -> ByRegion {
        let mut next = Vec::with_capacity(self.by_id.len());
        let mut sum = 0;
        for region in &self.by_id {
            next.push(sum);
            sum += region.runs;
        }
        let mut firsts = next.clone();
        firsts.push(sum);
        let mut order = vec![0; self.runs.labels.len()];
        for (run, &label) in self.runs.labels.iter().enumerate() {
            let place = &mut next[label as usize];
            order[*place as usize] = run as u32;
            *place += 1;
        }
        ByRegion { firsts, order }
    }

    /// All of the mask.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            left: 0,
            top: 0,
            right: self.width,
            bottom: self.height(),
        }
    }

    /// Width of the mask in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height of the mask in pixels.
    pub fn height(&self) -> u32 {
        self.runs.rows.len() as u32 - 1
    }

    /// Width and height of the mask in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width(), self.height())
    }

    /// Number of regions, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "no mask is empty")]
    pub const fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Colours that stand for several of the file's, which has 16 bits a channel:
    /// what differs by less than one of 256 steps has become one, although its
    /// author may have meant several territories. Ascending; empty for files of 8
    /// bits.
    pub fn merged(&self) -> &[Rgba] {
        &self.merged
    }

    /// Whether this is a copy of another mask in which at most the colours of regions differ. May
    /// miss it, unless one came of the other by [`Regions::redrawn`].
    pub fn has_runs_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.runs, &other.runs)
    }

    /// Number of runs.
    pub fn run_count(&self) -> usize {
        self.runs.labels.len()
    }

    /// The region of an id.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn get(&self, id: RegionId) -> &Region {
        &self.by_id[id.index()]
    }

    /// All regions in order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (RegionId, &Region)> {
        self.by_id
            .iter()
            .enumerate()
            .map(|(i, region)| (RegionId(i as u32), region))
    }

    /// The region of the pixel at column `x`, row `y`; `None` beyond the mask.
    pub fn region_at(&self, x: u32, y: u32) -> Option<RegionId> {
        if x >= self.width || y >= self.height() {
            return None;
        }
        Some(RegionId(self.runs.labels[self.run_at(x, y)]))
    }

    /// The runs of row `y` from left to right.
    ///
    /// # Panics
    /// If the mask has no such row.
    pub fn row(&self, y: u32) -> impl ExactSizeIterator<Item = Run> + '_ {
        let (labels, starts) = self.row_slices(y);
        (0..starts.len()).map(move |i| Run {
            y,
            start: u32::from(starts[i]),
            end: end_in(starts, i, self.width),
            region: RegionId(labels[i]),
        })
    }

    /// The runs of row `y` that have a pixel in `columns`, left to right, the
    /// first and the last of them whole. Finds the first and the last by binary
    /// search.
    ///
    /// # Panics
    /// If the mask has no such row.
    pub fn row_within(
        &self,
        y: u32,
        columns: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = Run> + '_ {
        let runs = self.runs_within(y, &columns);
        runs.map(move |run| self.run(run, y))
    }

    /// Indices of the runs of row `y` that have a pixel in `columns`.
    fn runs_within(&self, y: u32, columns: &Range<u32>) -> Range<usize> {
        let end = columns.end.min(self.width);
        if columns.start < end {
            self.run_at(columns.start, y)..self.run_at(end - 1, y) + 1
        } else {
            0..0
        }
    }

    /// The run of an index, which is in row `y`.
    fn run(&self, run: usize, y: u32) -> Run {
        Run {
            y,
            start: u32::from(self.runs.starts[run]),
            end: self.end_of(run, y),
            region: RegionId(self.runs.labels[run]),
        }
    }

    /// All runs, row by row from the top, left to right.
    pub fn runs(&self) -> impl Iterator<Item = Run> + '_ {
        (0..self.height()).flat_map(|y| self.row(y))
    }

    /// The runs of one region, row by row from the top, left to right. The first calls look
    /// through the box around it; once as many rows were looked through as the mask has, all
    /// runs are sorted, and it takes time proportional to those of the region.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn runs_of(&self, id: RegionId) -> impl Iterator<Item = Run> + '_ {
        self.runs_of_rows(id, 0, self.height())
    }

    /// [`Regions::runs_of`] within rows `top..bottom`; the rows above are
    /// skipped by binary search.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn runs_of_rows(
        &self,
        id: RegionId,
        top: u32,
        bottom: u32,
    ) -> impl Iterator<Item = Run> + '_ {
        let bounds = &self.by_id[id.index()].bounds;
        let top = top.clamp(bounds.top, bounds.bottom);
        let bottom = bottom.clamp(top, bounds.bottom);
        let sorted = self.sorted_for(bottom - top);
        let columns = bounds.left..bounds.right;
        let in_box = sorted.is_none().then(|| {
            let rows = (top..bottom).flat_map(move |y| self.row_within(y, columns.clone()));
            rows.filter(move |run| run.region == id)
        });
        let listed = sorted.map(|ByRegion { firsts, order }| {
            let own = &order[firsts[id.index()] as usize..firsts[id.index() + 1] as usize];
            let from = own.partition_point(|&run| run < self.runs.rows[top as usize]);
            let mut y = top;
            own[from..]
                .iter()
                .take_while(move |&&run| run < self.runs.rows[bottom as usize])
                .map(move |&run| {
                    // A region has a run in each row it spans: one step a run.
                    while run >= self.runs.rows[y as usize + 1] {
                        y += 1;
                    }
                    self.run(run as usize, y)
                })
        });
        let (in_box, listed) = (in_box.into_iter(), listed.into_iter());
        in_box.flatten().chain(listed.flatten())
    }

    /// The sorted runs, if already computed or if sorting is cheaper than scanning that many
    /// rows.
    fn sorted_for(&self, rows: u32) -> Option<&ByRegion> {
        let Sorted { runs, looked } = &self.runs.sorted;
        let before = || looked.fetch_add(rows, Ordering::Relaxed);
        let is_due = runs.get().is_some() || before().saturating_add(rows) >= self.height();
        is_due.then(|| runs.get_or_init(|| self.sort_runs()))
    }

    /// Hands the rows to `sink` in the colours of the regions, as if the mask
    /// were read again.
    ///
    /// # Errors
    /// Whatever the sink returns.
    pub fn send(&self, sink: &mut dyn RunSink) -> Result<(), MaskError> {
        sink.begin(self.width, self.height())?;
        let mut runs = RunBuffer::new();
        for y in 0..self.height() {
            self.unpack(y, &mut runs);
            sink.row(runs.as_runs())?;
        }
        sink.merged(self.merged.clone());
        Ok(())
    }

    /// Replaces the contents of `runs` by a row in the colours of the regions.
    pub(super) fn unpack(&self, y: u32, runs: &mut RunBuffer) {
        let (labels, starts) = self.row_slices(y);
        let colours = labels
            .iter()
            .map(|&label| self.by_id[label as usize].colour);
        runs.copy(starts, colours, self.width);
    }

    /// Index of the run that covers a pixel of the mask.
    pub(super) fn run_at(&self, x: u32, y: u32) -> usize {
        let first = self.runs.rows[y as usize] as usize;
        let row = &self.runs.starts[first..self.runs.rows[y as usize + 1] as usize];
        first + row.partition_point(|&start| u32::from(start) <= x) - 1
    }

    /// The column after run `run`, which is in row `y`.
    #[inline]
    pub(super) fn end_of(&self, run: usize, y: u32) -> u32 {
        if run + 1 < self.runs.rows[y as usize + 1] as usize {
            u32::from(self.runs.starts[run + 1])
        } else {
            self.width
        }
    }

    /// The regions and the starts of the runs of row `y` that have a pixel in `columns`.
    #[inline]
    pub(super) fn slices_within(&self, y: u32, columns: Range<u32>) -> (&[u32], &[u16]) {
        if columns == (0..self.width) {
            return self.row_slices(y);
        }
        let runs = self.runs_within(y, &columns);
        (&self.runs.labels[runs.clone()], &self.runs.starts[runs])
    }

    /// The regions and the starts of the runs of row `y`.
    #[inline]
    pub(super) fn row_slices(&self, y: u32) -> (&[u32], &[u16]) {
        self.runs.row(y)
    }

    /// The region of run `run`.
    #[inline]
    pub(super) fn region_of(&self, run: usize) -> RegionId {
        RegionId(self.runs.labels[run])
    }
}
