//! Replaces some rows of a mask.
//!
//! Everything far from the change is copied: runs are renumbered if necessary, and most regions
//! keep their measures. But a region that loses pixels may fall apart:
//!
//! ```text
//! above      a a a . a a      these rows stay
//!          +-----------+
//! drawn    | . . . . . | a    all changes lie in this rectangle, the hole
//!          +-----------+
//! below      a a a a . a      the rest of `a` is in one piece if the pieces around the hole meet
//!                             somewhere
//! ```
//!
//! 1. `hole` searches around the hole, further and further, until these pieces have met, which
//!    is nearly always soon. A region whose pieces never meet is *torn*.
//! 2. `side` follows the pieces of torn regions through the rows above and below.
//! 3. The runs of the drawn rows join the pieces that they touch (union-find).
//! 4. `measure` measures the sets that have changed, most of them by difference: those of regions
//!    that have lost pixels, and those that have got them.

mod hole;
mod measure;
mod side;

use std::ops::Range;
use std::sync::Arc;

use super::{Bounds, Regions, Runs, Sorted};
use crate::colour::Rgba;
use crate::error::MaskError;
use crate::limits::{MAX_MASK_REGIONS, MAX_MASK_RUNS};
use crate::run::{RegionId, RunBuffer, RunSink, end_in};
use crate::scan::Scan;
use crate::sets::Sets;
use side::Side;

impl Regions {
    /// A copy of the mask with some rows replaced: `row` is called for each of them from the top,
    /// with an empty buffer to fill. Takes time proportional to the new runs and to those searched
    /// for regions that fall apart, and about a nanosecond for each of the others.
    /// If whole regions change their colour, and none joins another, all runs are kept. Otherwise, if
    /// most rows are new, all regions are found from scratch, which is faster then. `row` may be
    /// called again for each row.
    ///
    /// # Errors
    /// [`MaskError::TooManyRuns`], [`MaskError::TooManyRegions`].
    ///
    /// # Panics
    /// If the runs of a row do not cover it.
    pub fn redrawn(
        &self,
        rows: Range<u32>,
        mut row: impl FnMut(u32, &mut RunBuffer),
    ) -> Result<Self, MaskError> {
        let bottom = rows.end.min(self.height());
        if rows.start >= bottom {
            return Ok(self.clone());
        }
        let rows = rows.start..bottom;
        let mut fill = |y: u32, runs: &mut RunBuffer| {
            runs.clear();
            row(y, runs);
            let last = runs.bounds.last().copied().map(u32::from);
            assert_eq!(last, Some(self.width), "the runs of a row cover it");
        };
        if let Some(recoloured) = self.recoloured_as(&rows, &mut fill) {
            return Ok(recoloured);
        }
        if rows.len() > self.height() as usize / 2 {
            return self.scanned(&rows, fill);
        }
        let mut drawn = Drawn::new(rows.start);
        let [first, after] = [rows.start, bottom].map(|y| self.runs.rows[y as usize] as usize);
        let kept = self.run_count() - (after - first);
        let mut runs = RunBuffer::new();
        for y in rows {
            fill(y, &mut runs);
            drawn.push(&runs);
            if kept + drawn.starts.len() > MAX_MASK_RUNS {
                return Err(MaskError::TooManyRuns);
            }
        }
        let mut is_lossy = vec![false; self.len()];
        match self.hole(&drawn, &mut is_lossy) {
            None => Ok(self.clone()),
            Some(hole) => self.with_hole(hole, drawn, &is_lossy),
        }
    }

    /// All regions from scratch.
    fn scanned(
        &self,
        rows: &Range<u32>,
        mut fill: impl FnMut(u32, &mut RunBuffer),
    ) -> Result<Self, MaskError> {
        let mut scan = Scan::new();
        let mut runs = RunBuffer::new();
        scan.begin(self.width, self.height())?;
        for y in 0..self.height() {
            if rows.contains(&y) {
                fill(y, &mut runs);
            } else {
                self.unpack(y, &mut runs);
            }
            scan.row(runs.as_runs())?;
        }
        scan.merged(self.merged.clone());
        scan.finish()
    }

    /// The rectangle around all changes; `None` if there are none. Marks the regions that lose
    /// pixels.
    fn hole(&self, drawn: &Drawn, is_lossy: &mut [bool]) -> Option<Bounds> {
        let mut hole: Option<Bounds> = None;
        for y in drawn.rows() {
            let (labels, starts) = self.row_slices(y);
            let (now, colours) = drawn.row(y);
            for (run, strip, columns) in overlaps(starts, now, self.width) {
                let was = labels[run] as usize;
                if self.by_id[was].colour != colours[strip] {
                    is_lossy[was] = true;
                    let here = Bounds {
                        left: columns.start,
                        top: y,
                        right: columns.end,
                        bottom: y + 1,
                    };
                    hole = Some(hole.map_or(here, |hole| hole.with(here)));
                }
            }
        }
        hole
    }

    fn with_hole(
        &self,
        hole: Bounds,
        mut drawn: Drawn,
        is_lossy: &[bool],
    ) -> Result<Self, MaskError> {
        let rows = hole.top..hole.bottom;
        drawn.trim(&rows);
        // A region that is not torn is the set of its number; sets of runs get later numbers.
        let mut sets = Sets::default();
        let mut is_torn = Vec::with_capacity(self.len());
        for (id, &is_lossy) in (0..).map(RegionId).zip(is_lossy) {
            sets.add();
            is_torn.push(is_lossy && !self.is_whole_around(id, hole));
        }
        let above = (0..rows.start).rev().collect();
        let below = (rows.end..self.height()).collect();
        let mut above = Side::of(self, above, &is_torn, &mut sets);
        let mut below = Side::of(self, below, &is_torn, &mut sets);
        self.join(
            &mut drawn,
            [&above.edge, &below.edge],
            &mut sets,
            |region, columns| {
                let is_outside = columns.start < hole.left || hole.right < columns.end;
                !is_lossy[region] || is_outside && !is_torn[region]
            },
        );
        above.settle(self, &is_torn, &mut sets);
        below.settle(self, &is_torn, &mut sets);
        let sides = [above, below];
        let (by_id, ids) = self.measured(&drawn, &sides, (is_lossy, &is_torn), &mut sets);
        let regions = by_id.len();
        if regions > MAX_MASK_REGIONS {
            return Err(MaskError::TooManyRegions { regions });
        }
        Ok(Self {
            width: self.width,
            runs: Arc::new(self.relabelled(&rows, &drawn, &sides, &ids)),
            by_id,
            merged: self.merged.clone(),
        })
    }

    /// Joins the drawn runs to what they touch: in their row, which `is_known` to belong to the
    /// set of a region, and in the rows above and below.
    fn join(
        &self,
        drawn: &mut Drawn,
        edges: [&[u32]; 2],
        sets: &mut Sets,
        is_known: impl Fn(usize, &Range<u32>) -> bool,
    ) {
        let colour = |label: u32| self.by_id[label as usize].colour;
        let rows = drawn.rows();
        for y in rows.clone() {
            let (labels, starts) = self.row_slices(y);
            let (now, colours) = drawn.row(y);
            let mut own: Vec<Option<u32>> = vec![None; now.len()];
            let mut meet = |strip: usize, set: u32| {
                if own[strip] != Some(set) {
                    own[strip] = Some(own[strip].map_or(set, |own| sets.join(own, set)));
                }
            };
            for (run, strip, columns) in overlaps(starts, now, self.width) {
                let is_same = colour(labels[run]) == colours[strip];
                if is_same && is_known(labels[run] as usize, &columns) {
                    meet(strip, labels[run]);
                }
            }
            if y > rows.start {
                let (above, above_colours) = drawn.row(y - 1);
                let above_sets = drawn.sets_of(y - 1);
                for (up, strip, _) in overlaps(above, now, self.width) {
                    if above_colours[up] == colours[strip] {
                        meet(strip, above_sets[up]);
                    }
                }
            }
            for (edge, beside) in [
                (
                    edges[0],
                    (y == rows.start).then(|| y.checked_sub(1)).flatten(),
                ),
                (
                    edges[1],
                    (y + 1 == rows.end && rows.end < self.height()).then_some(y + 1),
                ),
            ] {
                let Some(beside) = beside else { continue };
                let (labels, starts) = self.row_slices(beside);
                for (run, strip, _) in overlaps(starts, now, self.width) {
                    if colour(labels[run]) == colours[strip] {
                        meet(strip, edge[run]);
                    }
                }
            }
            let own = own.into_iter().map(|own| own.unwrap_or_else(|| sets.add()));
            let own: Vec<u32> = own.collect();
            drawn.sets.extend(own);
        }
    }

    /// The runs with the numbers of their sets.
    fn relabelled(&self, rows: &Range<u32>, drawn: &Drawn, sides: &[Side; 2], ids: &[u32]) -> Runs {
        let [before, after] = [rows.start, rows.end].map(|y| self.runs.rows[y as usize] as usize);
        let count = before + drawn.starts.len() + self.run_count() - after;
        let mut starts = Vec::with_capacity(count);
        starts.extend_from_slice(&self.runs.starts[..before]);
        starts.extend_from_slice(&drawn.starts);
        starts.extend_from_slice(&self.runs.starts[after..]);

        let id = |set: &u32| ids[*set as usize];
        let [above, below] = sides
            .each_ref()
            .map(|side| -> Vec<u32> { side.sets.iter().map(id).collect() });
        // Those above have no other regions than these.
        let regions = self.by_id.partition_point(|of| of.bounds.top < rows.start);
        let mut labels = Vec::with_capacity(count);
        renumber(&self.runs.labels[..before], &above[..regions], &mut labels);
        labels.extend(drawn.sets.iter().map(id));
        let moved = labels.len();
        renumber(&self.runs.labels[after..], &below, &mut labels);
        for (run, set) in &sides[0].apart {
            labels[*run as usize] = id(set);
        }
        for (run, set) in &sides[1].apart {
            labels[*run as usize - after + moved] = id(set);
        }

        let mut firsts = Vec::with_capacity(self.runs.rows.len());
        firsts.extend_from_slice(&self.runs.rows[..rows.start as usize]);
        let drawn = drawn.firsts[..drawn.firsts.len() - 1].iter();
        firsts.extend(drawn.map(|&first| (before + first) as u32));
        let later = self.runs.rows[rows.end as usize..].iter();
        firsts.extend(later.map(|&first| first - after as u32 + moved as u32));
        Runs {
            starts,
            labels,
            rows: firsts,
            sorted: Sorted::default(),
        }
    }
}

/// Appends the `numbers` of labels.
///
/// Looking all of them up would take most of the time of a small change, which inserts or removes
/// few regions: then all others keep their numbers up to some region, and from there on move by
/// the same distance. This and one exception, a region that was cut, are computed for many labels
/// at once.
fn renumber(labels: &[u32], numbers: &[u32], renumbered: &mut Vec<u32>) {
    let moves = |label: usize| numbers[label].wrapping_sub(label as u32);
    let by = numbers.len().checked_sub(1).map_or(0, moves);
    let stay = (0..numbers.len()).rev().find(|&label| moves(label) != by);
    // From here on all move.
    let first = stay.map_or(0, |last| last as u32 + 1);
    let mut others = (0..first).filter(|&label| moves(label as usize) != 0);
    let other = others.next().unwrap_or(u32::MAX);
    if others.next().is_some() {
        renumbered.extend(labels.iter().map(|&label| numbers[label as usize]));
    } else if by == 0 && other == u32::MAX {
        renumbered.extend_from_slice(labels);
    } else {
        let number = numbers.get(other as usize).copied().unwrap_or(other);
        renumbered.extend(labels.iter().map(|&label| {
            let usual = label.wrapping_add(if label < first { 0 } else { by });
            if label == other { number } else { usual }
        }));
    }
}

/// The drawn rows.
struct Drawn {
    top: u32,
    starts: Vec<u16>,
    colours: Vec<Rgba>,
    /// Index of each row's first run, then the number of runs.
    firsts: Vec<usize>,
    /// The set of each run, as far as it is known.
    sets: Vec<u32>,
}

impl Drawn {
    fn new(top: u32) -> Self {
        Self {
            top,
            starts: Vec::new(),
            colours: Vec::new(),
            firsts: vec![0],
            sets: Vec::new(),
        }
    }

    fn push(&mut self, runs: &RunBuffer) {
        self.starts
            .extend_from_slice(&runs.bounds[..runs.colours.len()]);
        self.colours.extend_from_slice(&runs.colours);
        self.firsts.push(self.starts.len());
    }

    /// Drops all but some rows.
    fn trim(&mut self, rows: &Range<u32>) {
        let [from, to] = [rows.start, rows.end].map(|y| (y - self.top) as usize);
        let [first, last] = [from, to].map(|row| self.firsts[row]);
        self.starts = self.starts[first..last].to_vec();
        self.colours = self.colours[first..last].to_vec();
        self.firsts = self.firsts[from..=to].iter().map(|at| at - first).collect();
        self.top = rows.start;
    }

    fn rows(&self) -> Range<u32> {
        self.top..self.top + self.firsts.len() as u32 - 1
    }

    fn runs_of(&self, y: u32) -> Range<usize> {
        let row = (y - self.top) as usize;
        self.firsts[row]..self.firsts[row + 1]
    }

    /// The starts and colours of the runs of a row.
    fn row(&self, y: u32) -> (&[u16], &[Rgba]) {
        let runs = self.runs_of(y);
        (&self.starts[runs.clone()], &self.colours[runs])
    }

    fn sets_of(&self, y: u32) -> &[u32] {
        &self.sets[self.runs_of(y)]
    }
}

/// The pairs of runs of two rows, given by their starts, that share columns, and these columns.
fn overlaps<'a>(
    a: &'a [u16],
    b: &'a [u16],
    width: u32,
) -> impl Iterator<Item = (usize, usize, Range<u32>)> + use<'a> {
    let (mut i, mut j, mut start) = (0, 0, 0);
    std::iter::from_fn(move || {
        if start == width {
            return None;
        }
        let ends = (end_in(a, i, width), end_in(b, j, width));
        let until = ends.0.min(ends.1);
        let pair = (i, j, start..until);
        i += usize::from(ends.0 == until);
        j += usize::from(ends.1 == until);
        start = until;
        Some(pair)
    })
}

/// A run, and the connected set that it belongs to.
#[derive(Debug, Clone, Copy)]
struct Strip {
    start: u32,
    end: u32,
    region: RegionId,
    set: u32,
}

/// A sweep from left to right over runs of a row.
struct Near<'a>(&'a [Strip]);

impl<'a> Near<'a> {
    /// The runs of a region that overlap these columns; later queries must not go back left.
    fn beside(
        &mut self,
        start: u32,
        end: u32,
        region: RegionId,
    ) -> impl Iterator<Item = &'a Strip> + use<'a> {
        let left = self.0.iter().take_while(|of| of.end <= start).count();
        self.0 = &self.0[left..];
        let here = self.0.iter().take_while(move |of| of.start < end);
        here.filter(move |of| of.region == region)
    }
}

#[cfg(test)]
mod tests;
