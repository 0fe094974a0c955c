//! The layout of a picture: a mask as the territories of a draft, with lines dissolved.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

use crate::Draft;
use crate::mask::{Ground, Regions};
use crate::outlines::Grid;
use crate::propose::Survey;

/// How deep drawn lines are dissolved, in pixels; the rest of a wider one becomes sea.
const WIDEST_LINE: u8 = 24;

/// Pixels of a line's neighbourhood that are examined at once.
const PIXELS_AT_ONCE: usize = 1 << 22;

/// The layout of a picture: every pixel has the index of a territory plus one, or [`Grid::SEA`].
///
/// Kept as runs, so that a plan of 400 million pixels takes no more memory than its mask.
#[derive(Debug, Clone)]
pub struct Plan {
    width: usize,
    wraps: bool,
    /// Index of each row's first run, then the number of runs.
    rows: Vec<u32>,
    starts: Vec<u16>,
    labels: Vec<u16>,
}

impl Plan {
    /// The plan of a mask as interpreted by a draft. Drawn lines and dirt go to whatever is
    /// nearest, land without owner to the sea.
    pub fn new(draft: &Draft, regions: &Regions) -> Self {
        let survey = Survey::new(regions, draft);
        let (width, height) = (regions.width() as usize, regions.height() as usize);
        let mut plan = Self::empty(width, draft.wrap.horizontal);
        let reach = usize::from(WIDEST_LINE) + 1;
        let step = (PIXELS_AT_ONCE / width).max(2 * reach);
        for top in (0..height).step_by(step) {
            let bottom = height.min(top + step);
            // Includes the rows around them as far as a line can extend; rows beyond have no
            // influence.
            let window = top.saturating_sub(reach)..height.min(bottom + reach);
            let is_line = |y: usize| {
                let mut runs = regions.row(y as u32);
                runs.any(|run| survey.ground(run.region) == Ground::Line)
            };
            if window.clone().any(is_line) {
                let grid = dissolved(regions, &survey, window.clone(), plan.wraps);
                for y in top..bottom {
                    plan.push_cells(grid.row(y - window.start));
                }
            } else {
                for y in top..bottom {
                    let runs = regions.row(y as u32);
                    plan.push(
                        runs.map(|run| (run.start as usize, label(survey.ground(run.region)))),
                    );
                }
            }
        }
        plan
    }

    /// The plan of a grid.
    pub fn of_grid(grid: &Grid) -> Self {
        let mut plan = Self::empty(grid.width(), grid.wraps());
        for y in 0..grid.height() {
            plan.push_cells(grid.row(y));
        }
        plan
    }

    fn empty(width: usize, wraps: bool) -> Self {
        Self {
            width,
            wraps,
            rows: vec![0],
            starts: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds a row: where stretches of one label start, and their labels.
    fn push(&mut self, stretches: impl Iterator<Item = (usize, u16)>) {
        let first = self.labels.len();
        for (start, label) in stretches {
            if self.labels.len() == first || self.labels.last() != Some(&label) {
                self.starts.push(start as u16);
                self.labels.push(label);
            }
        }
        self.rows.push(self.labels.len() as u32);
    }

    fn push_cells(&mut self, cells: &[u16]) {
        let mut start = 0;
        self.push(cells.chunk_by(|a, b| a == b).map(|same| {
            start += same.len();
            (start - same.len(), same[0])
        }));
    }

    /// Pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the picture.
    pub fn height(&self) -> usize {
        self.rows.len() - 1
    }

    /// Whether the left edge continues at the right.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// The stretches of row `y` with their labels, from left to right; adjacent ones differ.
    pub(super) fn row(&self, y: usize) -> impl Iterator<Item = (Range<usize>, u16)> + '_ {
        let runs = self.rows[y] as usize..self.rows[y + 1] as usize;
        let starts = &self.starts[runs.clone()];
        let ends = starts
            .iter()
            .skip(1)
            .copied()
            .map(usize::from)
            .chain([self.width]);
        let stretches = starts.iter().zip(ends);
        stretches
            .map(|(&start, end)| usize::from(start)..end)
            .zip(self.labels[runs].iter().copied())
    }

    pub(super) fn label(&self, x: usize, y: usize) -> u16 {
        let runs = self.rows[y] as usize..self.rows[y + 1] as usize;
        let run = self.starts[runs.clone()].partition_point(|&start| usize::from(start) <= x);
        self.labels[runs.start + run - 1]
    }

    /// Some rows, pixel by pixel.
    pub(super) fn window(&self, rows: Range<usize>) -> Grid {
        let mut cells = Vec::with_capacity(rows.len() * self.width);
        for y in rows.clone() {
            for (columns, label) in self.row(y) {
                cells.resize(cells.len() + columns.len(), label);
            }
        }
        Grid::from_cells(self.width as u32, rows.len() as u32, self.wraps, cells)
    }

    /// The pixel counts of the sea and of the first `count` territories.
    pub(super) fn areas(&self, count: usize) -> Vec<u64> {
        let mut areas = vec![0; count + 1];
        for (columns, label) in (0..self.height()).flat_map(|y| self.row(y)) {
            if let Some(area) = areas.get_mut(usize::from(label)) {
                *area += columns.len() as u64;
            }
        }
        areas
    }

    /// Pairs of territories that share pixel sides, by index, smaller first.
    pub(super) fn touching(&self) -> BTreeSet<(u16, u16)> {
        let mut pairs = BTreeSet::new();
        let mut last = (0, 0);
        let mut touch = |a: u16, b: u16| {
            let pair = (a.min(b), a.max(b));
            // Along a border the same pair occurs again and again.
            if a != b && pair.0 != Grid::SEA && pair != last {
                pairs.insert((pair.0 - 1, pair.1 - 1));
                last = pair;
            }
        };
        for y in 0..self.height() {
            let mut left = None;
            let mut below = (y + 1 < self.height()).then(|| self.row(y + 1).peekable());
            for (columns, label) in self.row(y) {
                if let Some(left) = left.replace(label) {
                    touch(left, label);
                }
                while let Some((others, other)) =
                    below.as_mut().and_then(|below| below.peek().cloned())
                {
                    touch(label, other);
                    if others.end > columns.end {
                        break;
                    }
                    below.as_mut().and_then(Iterator::next);
                    if others.end == columns.end {
                        break;
                    }
                }
            }
            if self.wraps {
                touch(self.label(0, y), self.label(self.width - 1, y));
            }
        }
        pairs
    }
}

fn label(ground: Ground) -> u16 {
    match ground {
        Ground::Land(territory) => territory as u16 + 1,
        Ground::Line | Ground::Water | Ground::Wall => Grid::SEA,
    }
}

/// Some rows in which every pixel of a line gets the nearest label, moving over pixel sides; ties
/// go to the first in reading order.
fn dissolved(regions: &Regions, survey: &Survey, rows: Range<usize>, wraps: bool) -> Grid {
    let mut grid = Grid::new(regions.width(), rows.len() as u32, wraps);
    let width = grid.width();
    // Distance of a line pixel from the source of its label, plus one.
    let mut steps = vec![0_u8; grid.cells().len()];
    for run in rows.clone().flat_map(|y| regions.row(y as u32)) {
        let start = (run.y as usize - rows.start) * width;
        let pixels = start + run.start as usize..start + run.end as usize;
        match survey.ground(run.region) {
            Ground::Line => steps[pixels].fill(u8::MAX),
            ground => grid.cells_mut()[pixels].fill(label(ground)),
        }
    }
    let lines = steps
        .iter()
        .enumerate()
        .filter(|&(_, &steps)| steps == u8::MAX);
    let mut shores: Vec<usize> = lines
        .flat_map(|(at, _)| grid.sides(at))
        .filter(|&near| steps[near] == 0)
        .collect();
    shores.sort_unstable();
    shores.dedup();
    let mut front = VecDeque::from(shores);
    while let Some(at) = front.pop_front() {
        if steps[at] >= WIDEST_LINE {
            continue;
        }
        for near in grid.sides(at) {
            if steps[near] == u8::MAX {
                steps[near] = steps[at] + 1;
                grid.cells_mut()[near] = grid.cells()[at];
                front.push_back(near);
            }
        }
    }
    grid
}

#[cfg(test)]
mod tests;
