//! Converts pixels to smooth lines: the borders of a grid as shared curves.
//!
//! Both labels of a border share the same line, so fills meet exactly and strokes follow them.

use std::collections::BTreeMap;

use crate::outlines::Grid;

/// The label of everything beyond the edges of a grid.
pub(super) const OUTSIDE: u16 = u16::MAX;

/// A smooth line between two labels, from one junction to the next, or closed.
#[derive(Debug, Clone)]
pub(super) struct Arc {
    /// The smaller and the larger label.
    pub(super) between: (u16, u16),
    /// Its points in pixels; a closed line repeats its first point at the end.
    pub(super) points: Vec<[f32; 2]>,
    /// Whether the smaller label is on the left, looking along the points.
    low_is_left: bool,
    /// The pixel corners where it starts and ends.
    ends: (u32, u32),
}

#[derive(Debug, Clone)]
pub(super) struct Contours {
    pub(super) arcs: Vec<Arc>,
}

/// Number of corners examined at once.
const FLAT: usize = 32;

/// Directions from a corner: right, down, left, up.
const STEPS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Traces pixel corners.
struct Tracer<'a> {
    grid: &'a Grid,
    /// The picture row of the grid's first row.
    top: i64,
    /// Corners in a row.
    stride: i64,
    /// One bit for each direction whose edge has been walked.
    walked: Vec<u8>,
}

impl Tracer<'_> {
    fn label(&self, x: i64, y: i64) -> u16 {
        let (width, height) = (self.grid.width() as i64, self.grid.height() as i64);
        if (0..width).contains(&x) && (0..height).contains(&y) {
            self.grid.row(y as usize)[x as usize]
        } else {
            OUTSIDE
        }
    }

    /// The labels to the left and right of the edge that leaves a corner.
    fn sides(&self, (x, y): (i64, i64), direction: usize) -> (u16, u16) {
        match direction {
            0 => (self.label(x, y - 1), self.label(x, y)),
            1 => (self.label(x, y), self.label(x - 1, y)),
            2 => (self.label(x - 1, y), self.label(x - 1, y - 1)),
            _ => (self.label(x - 1, y - 1), self.label(x, y - 1)),
        }
    }

    /// Whether no line comes near [`FLAT`] corners of a row, as is usual.
    fn is_flat(&self, x: i64, y: i64) -> bool {
        let (x, y, width) = (x as usize, y as usize, self.grid.width());
        if x == 0 || y == 0 || y == self.grid.height() || x + FLAT > width {
            return false;
        }
        let [above, below] = [y - 1, y].map(|y| &self.grid.row(y)[x - 1..x + FLAT]);
        let pairs = above.iter().zip(below);
        let differs = |bits, (a, b): (&u16, &u16)| bits | (a ^ above[0]) | (b ^ above[0]);
        pairs.fold(0, differs) == 0
    }

    fn exits(&self, corner: (i64, i64)) -> u8 {
        (0..4).fold(0, |bits, direction| {
            let (left, right) = self.sides(corner, direction);
            bits | u8::from(left != right) << direction
        })
    }

    fn index(&self, (x, y): (i64, i64)) -> usize {
        (y * self.stride + x) as usize
    }

    /// Walks from a corner to the next junction, or back to the start.
    fn walk(&mut self, start: (i64, i64), direction: usize) -> Arc {
        let (left, right) = self.sides(start, direction);
        let mut corners = vec![start];
        let mut at = start;
        let mut direction = direction;
        loop {
            let index = self.index(at);
            self.walked[index] |= 1 << direction;
            at = (at.0 + STEPS[direction].0, at.1 + STEPS[direction].1);
            corners.push(at);
            let back = (direction + 2) % 4;
            let index = self.index(at);
            self.walked[index] |= 1 << back;
            let exits = self.exits(at);
            if exits.count_ones() != 2 || at == start {
                break;
            }
            direction = (exits & !(1 << back)).trailing_zeros() as usize;
        }
        let ends = (self.index(start) as u32, self.index(at) as u32);
        let place = |&(x, y): &(i64, i64)| [x as f32, (y + self.top) as f32];
        let corners: Vec<_> = corners.iter().map(place).collect();
        Arc {
            between: (left.min(right), left.max(right)),
            points: smooth(&corners),
            low_is_left: left < right,
            ends,
        }
    }
}

impl Contours {
    /// Traces and smooths all lines of a grid that holds the rows of a picture from `top` on. Time:
    /// its pixels.
    ///
    /// Lines farther than [`REACH`] rows from the grid's first and last row are bit-identical to
    /// those of the whole picture.
    pub(super) fn trace(grid: &Grid, top: usize) -> Self {
        let stride = grid.width() as i64 + 1;
        let rows = grid.height() as i64 + 1;
        let mut tracer = Tracer {
            grid,
            top: top as i64,
            stride,
            walked: vec![0; (stride * rows) as usize],
        };
        let mut arcs = Vec::new();
        // Lines from junctions first; the remaining ones are closed.
        for closed in [false, true] {
            for y in 0..rows {
                let mut next = 0;
                while next < stride {
                    let x = next;
                    if tracer.is_flat(x, y) {
                        next += FLAT as i64;
                        continue;
                    }
                    next += 1;
                    let exits = tracer.exits((x, y));
                    if exits == 0 || (exits.count_ones() == 2) != closed {
                        continue;
                    }
                    for direction in 0..4 {
                        let walked = tracer.walked[tracer.index((x, y))];
                        if exits & !walked & (1 << direction) != 0 {
                            arcs.push(tracer.walk((x, y), direction));
                        }
                    }
                }
            }
        }
        Self { arcs }
    }

    /// The closed rings around all labels for which `inside` holds, without the lines between two
    /// of them.
    pub(super) fn rings(&self, inside: impl Fn(u16) -> bool) -> Vec<Vec<[f32; 2]>> {
        let around = self.arcs.iter().enumerate().filter_map(|(i, arc)| {
            let (low, high) = (inside(arc.between.0), inside(arc.between.1));
            (low != high).then_some((i, arc.low_is_left == low))
        });
        self.joined(around)
    }

    /// The closed rings around each of `count` groups of labels, without the lines within a group;
    /// groups that are not in the grid are left out. One pass over all arcs.
    pub(super) fn by_group(
        &self,
        count: usize,
        group: impl Fn(u16) -> Option<usize>,
    ) -> impl Iterator<Item = (usize, Vec<Vec<[f32; 2]>>)> {
        let mut around = vec![Vec::new(); count];
        for (i, arc) in self.arcs.iter().enumerate() {
            let (low, high) = (group(arc.between.0), group(arc.between.1));
            if low == high {
                continue;
            }
            for (group, forwards) in [(low, arc.low_is_left), (high, !arc.low_is_left)] {
                if let Some(arcs) = group.and_then(|group| around.get_mut(group)) {
                    arcs.push((i, forwards));
                }
            }
        }
        let groups = around.into_iter().enumerate();
        let there = groups.filter(|(_, arcs)| !arcs.is_empty());
        there.map(move |(group, arcs)| (group, self.joined(arcs)))
    }

    /// Arcs, each with its direction, as closed rings.
    fn joined(&self, arcs: impl IntoIterator<Item = (usize, bool)>) -> Vec<Vec<[f32; 2]>> {
        // Arcs by their starting corner, with the inside on the left.
        let mut starts: BTreeMap<u32, Vec<(usize, bool)>> = BTreeMap::new();
        for (i, forwards) in arcs {
            let arc = &self.arcs[i];
            let start = if forwards { arc.ends.0 } else { arc.ends.1 };
            starts.entry(start).or_default().push((i, forwards));
        }
        let mut rings = Vec::new();
        while let Some((&start, _)) = starts.first_key_value() {
            let mut ring: Vec<[f32; 2]> = Vec::new();
            let mut at = start;
            while let Some(choices) = starts.get_mut(&at) {
                let Some((i, forwards)) = choices.pop() else {
                    break;
                };
                if choices.is_empty() {
                    starts.remove(&at);
                }
                let arc = &self.arcs[i];
                if forwards {
                    ring.extend(&arc.points);
                    at = arc.ends.1;
                } else {
                    ring.extend(arc.points.iter().rev());
                    at = arc.ends.0;
                }
                if at == start {
                    break;
                }
            }
            rings.push(ring);
        }
        rings
    }
}

/// How far, in rows, the end of a grid influences lines: nine rounds of smoothing, each by one
/// point, and the stretch that is thinned at once.
pub(super) const REACH: usize = 9 + STRETCH + 1;

/// Lines are thinned between multiples of this column or row, so that the result does not depend on
/// the starting point.
const STRETCH: usize = 16;

/// Turns a staircase into a curve: the midpoints of its steps, smoothed without shrinking (Taubin
/// 1995), with fixed ends.
fn smooth(corners: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let closed = corners.len() > 2 && corners.first() == corners.last();
    let middles = corners
        .windows(2)
        .map(|pair| [0, 1].map(|i| f32::midpoint(pair[0][i], pair[1][i])));
    let mut points: Vec<_> = if closed {
        middles.collect()
    } else {
        let ends = [corners[0], corners[corners.len() - 1]];
        std::iter::once(ends[0])
            .chain(middles)
            .chain([ends[1]])
            .collect()
    };
    // The midpoint of a step is halfway along one axis.
    let is_fixed = |&[x, y]: &[f32; 2]| {
        let along = if x.fract() == 0.0 { y } else { x };
        (along - 0.5) % STRETCH as f32 == 0.0
    };
    let mut fixed: Vec<bool> = points.iter().map(is_fixed).collect();
    for _ in 0..4 {
        relax(&mut points, 0.55, closed);
        relax(&mut points, -0.57, closed);
    }
    relax(&mut points, 0.5, closed);
    if closed {
        // Start at a fixed point, or else at the first in reading order.
        let from = fixed.iter().position(|&fixed| fixed).unwrap_or(0);
        points.rotate_left(from);
        points.push(points[0]);
        fixed.rotate_left(from);
        fixed.push(true);
    }
    thinned(&points, &fixed)
}

/// Moves each point towards (or away from) the midpoint of its neighbours.
fn relax(points: &mut [[f32; 2]], by: f32, closed: bool) {
    let n = points.len();
    if n < 3 {
        return;
    }
    let old = points.to_vec();
    for (i, point) in points.iter_mut().enumerate() {
        if !closed && (i == 0 || i == n - 1) {
            continue;
        }
        let (before, after) = (old[(i + n - 1) % n], old[(i + 1) % n]);
        for axis in 0..2 {
            let middle = f32::midpoint(before[axis], after[axis]);
            point[axis] += by * (middle - old[i][axis]);
        }
    }
}

/// Removes points within a twelfth of a pixel of the line through their neighbours. The first, the
/// last and the fixed points stay.
fn thinned(points: &[[f32; 2]], fixed: &[bool]) -> Vec<[f32; 2]> {
    let mut kept = vec![points[0]];
    let mut from = 0;
    for to in 1..points.len() {
        if fixed[to] || to == points.len() - 1 {
            divide(&points[from..=to], &mut kept);
            from = to;
        }
    }
    kept
}

/// Appends the points after the first that a line needs (Douglas and Peucker 1973), always
/// including the last: the same ones in both directions.
fn divide(points: &[[f32; 2]], kept: &mut Vec<[f32; 2]>) {
    let order = |at: &usize| points[*at].map(f32::to_bits);
    let last = points.len() - 1;
    let (low, high) = if order(&0) < order(&last) {
        (0, last)
    } else {
        (last, 0)
    };
    let far = |at: &usize| off_line(points[*at], points[low], points[high]);
    let inner = 1..last;
    let farthest = inner.max_by(|a, b| far(a).total_cmp(&far(b)).then(order(a).cmp(&order(b))));
    match farthest {
        Some(at) if far(&at) > 0.08 => {
            divide(&points[..=at], kept);
            divide(&points[at..], kept);
        }
        _ => kept.push(points[last]),
    }
}

fn off_line(point: [f32; 2], from: [f32; 2], to: [f32; 2]) -> f32 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let out = [point[0] - from[0], point[1] - from[1]];
    let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
    if length < 1e-6 {
        return (out[0] * out[0] + out[1] * out[1]).sqrt();
    }
    (along[0] * out[1] - along[1] * out[0]).abs() / length
}

#[cfg(test)]
mod tests;
