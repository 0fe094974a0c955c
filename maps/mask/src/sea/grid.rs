//! A mask on a coarse grid of land and water.

use std::collections::BTreeMap;

use super::{Ground, SeaLink, SeaOptions};
use crate::place::{Point, Wrap};
use crate::regions::Regions;
use crate::run::RegionId;

/// Cells along the longer side of the grid, at most.
pub(super) const GRID: u32 = 1_024;

/// A step to the side and a diagonal one; their ratio is √2 within 1 %.
pub(super) const STEP: u32 = 5;
pub(super) const DIAGONAL: u32 = 7;

pub(super) const WATER: u32 = u32::MAX;
pub(super) const LINE: u32 = u32::MAX - 1;
pub(super) const WALL: u32 = u32::MAX - 2;

/// The mask at low resolution: the territory of each cell, or one of the constants above.
pub(super) struct Grid {
    pub(super) shape: Shape,
    pub(super) cells: Vec<u32>,
    /// The same by region.
    pub(super) grounds: Vec<u32>,
    /// As in [`SeaOptions`].
    pub(super) gap: u32,
}

/// The size of a grid, and which of its edges are joined.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// Pixels along one side of a cell.
    pub(super) scale: u32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) wrap: Wrap,
}

/// A coast that a front has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hit {
    /// In [`STEP`]s.
    pub(super) distance: u32,
    /// The coast cell where the route starts.
    pub(super) from: u32,
    /// The coast cell where it ends.
    pub(super) to: u32,
    /// How often it crosses the right and the bottom edge, minus the left and the top one.
    pub(super) turns: [i8; 2],
}

impl Hit {
    pub(super) fn turned(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            turns: self.turns.map(|t| -t),
            ..self
        }
    }
}

impl Grid {
    pub(super) fn new(
        regions: &Regions,
        options: &SeaOptions,
        mut ground: impl FnMut(RegionId) -> Ground,
    ) -> Self {
        let scale = regions.width().max(regions.height()).div_ceil(GRID);
        let [width, height] = [regions.width(), regions.height()].map(|n| n.div_ceil(scale));
        let grounds: Vec<u32> = regions
            .iter()
            .map(|(id, _)| match ground(id) {
                Ground::Water => WATER,
                Ground::Line => LINE,
                Ground::Land(territory) => territory as u32,
                Ground::Wall => WALL,
            })
            .collect();
        let wrap = options.wrap;
        let mut grid = Self {
            shape: Shape {
                scale,
                width,
                height,
                wrap,
            },
            cells: vec![WATER; width as usize * height as usize],
            grounds,
            gap: options.gap,
        };
        // Land takes precedence over wall, line and water; among territories the one with the most
        // pixels in the cell, approximately, by majority vote.
        let mut votes = vec![0_u32; width as usize];
        for y in 0..regions.height() {
            if y % scale == 0 {
                votes.fill(0);
            }
            let row = (y / scale * width) as usize;
            for run in regions.row(y) {
                let here = grid.grounds[run.region.index()];
                if here == WATER {
                    continue;
                }
                for column in run.start / scale..=(run.end - 1) / scale {
                    let cell = &mut grid.cells[row + column as usize];
                    let vote = &mut votes[column as usize];
                    let left = run.start.max(column * scale);
                    let pixels = run.end.min((column + 1) * scale) - left;
                    if here == *cell {
                        *vote += pixels;
                    } else if here >= WALL || *cell >= WALL {
                        if here < *cell {
                            (*cell, *vote) = (here, pixels);
                        }
                    } else if *vote >= pixels {
                        *vote -= pixels;
                    } else {
                        (*cell, *vote) = (here, pixels - *vote);
                    }
                }
            }
        }
        let gap = options.gap.div_ceil(scale);
        grid.thicken(gap.max(1));
        if options.sea_parts {
            grid.close(gap);
        }
        grid
    }

    /// Turns lines within `gap` cells of land into that land, the rest into sea.
    fn thicken(&mut self, gap: u32) {
        if !self.cells.contains(&LINE) {
            return;
        }
        let mut front: Vec<u32> = (0..self.cells.len() as u32)
            .filter(|&at| self.cells[at as usize] < WALL)
            .collect();
        for _ in 0..gap {
            let mut next = Vec::new();
            for &at in &front {
                let own = self.cells[at as usize];
                for Step { to, .. } in self.shape.around(at) {
                    if self.cells[to as usize] == LINE {
                        self.cells[to as usize] = own;
                        next.push(to);
                    }
                }
            }
            front = next;
        }
        for cell in &mut self.cells {
            if *cell == LINE {
                *cell = WATER;
            }
        }
    }

    /// Turns water at most `gap` cells wide between two lands into walls.
    fn close(&mut self, gap: u32) {
        let (width, height) = (self.shape.width as usize, self.shape.height as usize);
        let mut closed = Vec::new();
        let mut scan = |cells: &[u32], start: usize, stride: usize, count: usize| {
            let mut land = None;
            for i in 0..count {
                if cells[start + i * stride] == WATER {
                    continue;
                }
                if let Some(last) = land
                    && i - last - 1 <= gap as usize
                {
                    closed.extend((last + 1..i).map(|i| start + i * stride));
                }
                land = Some(i);
            }
        };
        for y in 0..height {
            scan(&self.cells, y * width, 1, width);
        }
        for x in 0..width {
            scan(&self.cells, x, width, height);
        }
        for at in closed {
            self.cells[at] = WALL;
        }
    }

    /// One and a half times the typical diameter of a territory.
    pub(super) fn ordinary_reach(&self, regions: &Regions) -> f64 {
        let (width, height) = (f64::from(regions.width()), f64::from(regions.height()));
        let lands = self.lands().len().max(1) as f64;
        let cells = self.cells.iter().filter(|&&cell| cell < WALL).count() as f64;
        let across = (cells / lands).sqrt() * f64::from(self.shape.scale);
        (1.5 * across).min(0.08 * width.hypot(height))
    }

    /// The territories that have cells, ascending.
    pub(super) fn lands(&self) -> Vec<u32> {
        let mut lands: Vec<u32> = self.cells.iter().copied().filter(|&c| c < WALL).collect();
        lands.sort_unstable();
        lands.dedup();
        lands
    }

    /// Pairs of territories, smaller number first, that are skipped because they are already
    /// connected. Only adjacent cells are examined, so that `skip` is not called for every pair.
    pub(super) fn touching(&self, skip: &impl Fn(usize, usize) -> bool) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for at in 0..self.cells.len() as u32 {
            let own = self.cells[at as usize];
            if own < WALL {
                let others = self
                    .shape
                    .around(at)
                    .map(|step| self.cells[step.to as usize]);
                pairs.extend(
                    others
                        .filter(|&other| own < other && other < WALL)
                        .map(|o| (own, o)),
                );
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs.retain(|&(a, b)| skip(a as usize, b as usize));
        pairs
    }

    /// The cells of every territory that border on water.
    pub(super) fn coasts(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut coasts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for at in 0..self.cells.len() as u32 {
            let own = self.cells[at as usize];
            let wet = |step: Step| self.cells[step.to as usize] == WATER;
            if own < WALL && self.shape.around(at).any(wet) {
                coasts.entry(own).or_default().push(at);
            }
        }
        coasts
    }

    /// The link of a hit: its start and end pixels, and its length. `None` if only a line no
    /// wider than the gap lies between the two lands.
    pub(super) fn link(&self, regions: &Regions, a: u32, b: u32, hit: Hit) -> Option<SeaLink> {
        let size = [regions.width(), regions.height()].map(f64::from);
        // The other end as if the mask continued beyond its edges.
        let away: [f64; 2] = std::array::from_fn(|i| f64::from(hit.turns[i]) * size[i]);
        let (mut best, mut shortest) = ([[0.0; 2]; 2], f64::INFINITY);
        let shores =
            [(hit.from, a), (hit.to, b)].map(|(cell, land)| self.shore(regions, cell, land));
        for &from in &shores[0] {
            for &to in &shores[1] {
                let length = (to[0] + away[0] - from[0]).hypot(to[1] + away[1] - from[1]);
                if length < shortest {
                    (best, shortest) = ([from, to], length);
                }
            }
        }
        let [from, to] = best;
        let [dx, dy] = [to[0] + away[0] - from[0], to[1] + away[1] - from[1]];
        // From edge to edge of the two pixels.
        let straight = (shortest - 1.0).max(1.0);
        // Two lines side by side are two coasts.
        if straight <= self.gap.into() && self.is_lined(regions, from, [dx, dy]) {
            return None;
        }
        let distance = if self.is_open(from, [dx, dy], [a, b]) {
            straight
        } else {
            let scale = f64::from(self.shape.scale);
            straight.max((f64::from(hit.distance) / f64::from(STEP) - 1.0) * scale)
        };
        let [from, to] = [from, to].map(|[x, y]| Point::new(x as u32, y as u32));
        Some(SeaLink {
            a: a as usize,
            b: b as usize,
            distance,
            from,
            to,
            wraps: hit.turns != [0, 0],
        })
    }

    /// Whether between the ends of a straight line all pixels are lines, and there are some.
    fn is_lined(&self, regions: &Regions, from: [f64; 2], way: [f64; 2]) -> bool {
        let size = [regions.width(), regions.height()];
        let steps = way[0].abs().max(way[1].abs()).ceil() as u32;
        let is_line = |step: u32| {
            let share = f64::from(step) / f64::from(steps);
            let [x, y] = [0, 1].map(|i| {
                let at = (from[i] + way[i] * share).round() as i64;
                at.rem_euclid(i64::from(size[i])) as u32
            });
            let region = regions.region_at(x, y);
            region.is_some_and(|id| self.grounds[id.index()] == LINE)
        };
        steps > 1 && (1..steps).all(is_line)
    }

    /// The outline pixels of a land in a cell and those around it, in a wider square if there are
    /// only lines; the cell's middle if there are none within the gap. Never empty.
    fn shore(&self, regions: &Regions, cell: u32, land: u32) -> Vec<[f64; 2]> {
        let scale = self.shape.scale;
        let [left, top] = [cell % self.shape.width, cell / self.shape.width].map(|n| n * scale);
        let mut margin = scale;
        loop {
            let shore = self.shore_within(regions, land, [left, top], margin);
            if !shore.is_empty() {
                return shore;
            }
            if margin > self.gap {
                let middle = |at: u32, side: u32| f64::from((at + scale / 2).min(side - 1));
                return vec![[middle(left, regions.width()), middle(top, regions.height())]];
            }
            margin *= 2;
        }
    }

    /// The outline pixels of a land in the cell at `left`, `top` and so many pixels around it.
    fn shore_within(
        &self,
        regions: &Regions,
        land: u32,
        [left, top]: [u32; 2],
        margin: u32,
    ) -> Vec<[f64; 2]> {
        let reach = self.shape.scale + margin;
        let own = |x: u32, y: u32| {
            let region = regions.region_at(x, y);
            region.is_some_and(|id| self.grounds[id.index()] == land)
        };
        let mut shore = Vec::new();
        for y in top.saturating_sub(margin)..(top + reach).min(regions.height()) {
            for x in left.saturating_sub(margin)..(left + reach).min(regions.width()) {
                // Pixels beyond the edges of the mask are not its own.
                let inside = own(x.wrapping_sub(1), y)
                    && own(x + 1, y)
                    && own(x, y.wrapping_sub(1))
                    && own(x, y + 1);
                if own(x, y) && !inside {
                    shore.push([f64::from(x), f64::from(y)]);
                }
            }
        }
        shore
    }

    /// Whether the straight line crosses only water and the two lands.
    fn is_open(&self, from: [f64; 2], way: [f64; 2], lands: [u32; 2]) -> bool {
        let scale = f64::from(self.shape.scale);
        let [width, height] = [self.shape.width, self.shape.height];
        let steps = (way[0].abs().max(way[1].abs()) / scale).ceil().max(1.0) as u32;
        (0..=steps).all(|step| {
            let share = f64::from(step) / f64::from(steps);
            let cell = |i: usize, len: u32| {
                let at = ((from[i] + way[i] * share) / scale).floor() as i32;
                at.rem_euclid(len as i32) as u32
            };
            let here = self.cells[(cell(1, height) * width + cell(0, width)) as usize];
            here == WATER || lands.contains(&here)
        })
    }

    /// Whether a step does not squeeze diagonally between two lands. Steps onto or off the coast
    /// always pass.
    #[inline]
    pub(super) fn passable(&self, from: u32, step: &Step) -> bool {
        let water = |at: u32| self.cells[at as usize] == WATER;
        step.length == STEP
            || !water(from)
            || !water(step.to)
            || step.between.into_iter().any(water)
    }
}

/// A step from a cell to one of those around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) to: u32,
    /// [`STEP`] or [`DIAGONAL`].
    pub(super) length: u32,
    /// The edges it crosses, as in [`Hit::turns`].
    pub(super) across: [i8; 2],
    /// For a diagonal step, the two cells it passes between.
    pub(super) between: [u32; 2],
}

impl Shape {
    /// The steps from a cell, row by row.
    #[inline]
    pub(super) fn around(self, at: u32) -> impl Iterator<Item = Step> {
        const WAYS: [(i32, i32); 8] = [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ];
        let (x, y) = ((at % self.width) as i32, (at / self.width) as i32);
        let (width, height) = (self.width as i32, self.height as i32);
        // Nearly all cells are inside and need no check of the edges.
        let inner = x > 0 && x < width - 1 && y > 0 && y < height - 1;
        WAYS.into_iter().filter_map(move |(dx, dy)| {
            let length = if dx != 0 && dy != 0 { DIAGONAL } else { STEP };
            if inner {
                let cell = |dx: i32, dy: i32| (at as i32 + dy * width + dx) as u32;
                return Some(Step {
                    to: cell(dx, dy),
                    length,
                    across: [0; 2],
                    between: [cell(dx, 0), cell(0, dy)],
                });
            }
            let (to_x, across_x) = turn(x + dx, self.width, self.wrap.horizontal)?;
            let (to_y, across_y) = turn(y + dy, self.height, self.wrap.vertical)?;
            let cell = |x: u32, y: u32| y * self.width + x;
            Some(Step {
                to: cell(to_x, to_y),
                length,
                across: [across_x, across_y],
                between: [cell(to_x, y as u32), cell(x as u32, to_y)],
            })
        })
    }
}

/// A coordinate after a step: on the grid, or across a joined edge.
fn turn(at: i32, len: u32, joined: bool) -> Option<(u32, i8)> {
    if at >= 0 && at < len as i32 {
        Some((at as u32, 0))
    } else if joined {
        Some((
            at.rem_euclid(len as i32) as u32,
            if at < 0 { -1 } else { 1 },
        ))
    } else {
        None
    }
}
