//! Which territories look at each other across water.
//!
//! The mask is laid on a coarse grid, at most [`GRID`] cells a side. From the
//! coast of each territory a front runs out over the water, eight ways, until
//! it has gone as far as a link may reach; whatever other coast it meets on its
//! way is a candidate, at the distance at which it is met. Land stops it, so no
//! candidate crosses a third territory.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use crate::{Point, Wrap};

use super::regions::{RegionId, Regions};

/// Cells along the longer side of the grid, at most.
const GRID: u32 = 1_024;

/// A step to the side and a diagonal one; their ratio is √2 within 1 %.
const STEP: u32 = 5;
const DIAGONAL: u32 = 7;

/// Parts of a map that are joined by a longer link than asked for, at most.
const JOINED: usize = 64;

/// What a region is to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Sea.
    Water,
    /// A drawn line or dirt: belongs to the coast if there is one within the
    /// gap, to the sea if not.
    Line,
    /// A part of the territory of that number.
    Land(usize),
    /// Land that belongs to nobody.
    Wall,
}

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeaOptions {
    /// Longest distance over water, in pixels; `None` takes what suits the
    /// mask: half as much again as an ordinary territory measures across, at
    /// most 8 % of the mask's diagonal. What no link of this length joins to
    /// the rest of the map is given its shortest one whatever its length.
    pub reach: Option<f64>,
    /// Widest line across which territories touch, in pixels. Water no wider
    /// than this between two of them is a border, not a way.
    pub gap: u32,
    /// Edges across which ways go on.
    pub wrap: Wrap,
}

/// A possible link by sea.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeaLink {
    /// The territory with the smaller number.
    pub a: usize,
    /// The other one.
    pub b: usize,
    /// Length of the way over water, in pixels: straight if there is a straight
    /// way, else round the corners, to about 5 %. Exact to the size of a grid
    /// cell.
    pub distance: f64,
    /// Where it leaves `a`.
    pub from: Point,
    /// Where it reaches `b`.
    pub to: Point,
    /// It goes across an edge of the mask that is joined to the opposite one.
    pub wraps: bool,
}

/// Candidates for links by sea, the shortest first, equal ones by territory.
///
/// `ground` says what every region is, `skip` which pairs are no candidates
/// (smaller number first), usually those that touch. Takes time linear in the
/// runs, plus for each territory the cells of water within reach of its coast.
pub fn sea_links(
    regions: &Regions,
    options: &SeaOptions,
    ground: impl FnMut(RegionId) -> Ground,
    skip: impl Fn(usize, usize) -> bool,
) -> Vec<SeaLink> {
    let grid = Grid::new(regions, options, ground);
    let scale = f64::from(grid.shape.scale);
    let reach = options
        .reach
        .unwrap_or_else(|| grid.ordinary_reach(regions));
    let limit = (reach / scale).ceil().clamp(1.0, 1e6) as u32 * STEP;

    let mut search = Search::new(&grid);
    let mut hits: BTreeMap<(u32, u32), Hit> = BTreeMap::new();
    let coasts = grid.coasts();
    for (&territory, coast) in &coasts {
        let mut met: HashMap<u32, Hit> = HashMap::new();
        search.spread(&grid, coast, limit, &mut |hit| {
            let other = grid.cells[hit.to as usize];
            if other > territory && !skip(territory as usize, other as usize) {
                let best = met.entry(other).or_insert(hit);
                if hit.distance < best.distance {
                    *best = hit;
                }
            }
            ControlFlow::Continue(())
        });
        hits.extend(
            met.into_iter()
                .map(|(other, hit)| ((territory, other), hit)),
        );
    }
    join(&grid, &mut search, &coasts, &mut hits, &skip);

    let mut links: Vec<SeaLink> = hits
        .into_iter()
        .map(|((a, b), hit)| grid.link(regions, a, b, hit))
        .collect();
    links.sort_by(|one, two| {
        let key = |link: &SeaLink| (link.a, link.b);
        one.distance
            .total_cmp(&two.distance)
            .then(key(one).cmp(&key(two)))
    });
    links
}

/// Adds the shortest way out for whatever is joined to the rest neither by a
/// candidate nor by one of the pairs that are skipped.
fn join(
    grid: &Grid,
    search: &mut Search,
    coasts: &BTreeMap<u32, Vec<u32>>,
    hits: &mut BTreeMap<(u32, u32), Hit>,
    skip: &impl Fn(usize, usize) -> bool,
) {
    let lands: Vec<u32> = grid.lands();
    let place = |land: u32| lands.partition_point(|&other| other < land);
    let mut parent: Vec<usize> = (0..lands.len()).collect();
    for &(a, b) in hits.keys().chain(&grid.touching(skip)) {
        let (a, b) = (root(&mut parent, place(a)), root(&mut parent, place(b)));
        parent[a.max(b)] = a.min(b);
    }
    for _ in 0..JOINED {
        // The smallest part looks for the way out; ties go to the first.
        let mut parts: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (at, &land) in lands.iter().enumerate() {
            parts.entry(root(&mut parent, at)).or_default().push(land);
        }
        if parts.len() < 2 {
            return;
        }
        let coast_of = |part: &[u32]| -> Vec<u32> {
            let own = part.iter().filter_map(|land| coasts.get(land));
            own.flatten().copied().collect()
        };
        let mut sizes: Vec<_> = parts.values().map(|part| (part.len(), part)).collect();
        sizes.sort_unstable();
        let mut best: Option<Hit> = None;
        for (_, part) in sizes {
            search.spread(grid, &coast_of(part), u32::MAX, &mut |hit| {
                let other = grid.cells[hit.to as usize];
                if part.binary_search(&other).is_ok() {
                    return ControlFlow::Continue(());
                }
                best = Some(hit);
                ControlFlow::Break(())
            });
            if best.is_some() {
                break;
            }
        }
        let Some(hit) = best else {
            return;
        };
        let [from, to] = [hit.from, hit.to].map(|cell| grid.cells[cell as usize]);
        let (pair, hit) = if from < to {
            ((from, to), hit)
        } else {
            ((to, from), hit.turned())
        };
        hits.insert(pair, hit);
        let (a, b) = (root(&mut parent, place(from)), root(&mut parent, place(to)));
        parent[a.max(b)] = a.min(b);
    }
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

const WATER: u32 = u32::MAX;
const LINE: u32 = u32::MAX - 1;
const WALL: u32 = u32::MAX - 2;

/// The mask, coarsely: the territory of each cell, or one of the above.
struct Grid {
    shape: Shape,
    cells: Vec<u32>,
    /// The same by region.
    grounds: Vec<u32>,
}

/// The size of a grid, and which of its edges are joined.
#[derive(Debug, Clone, Copy)]
struct Shape {
    /// Pixels along one side of a cell.
    scale: u32,
    width: u32,
    height: u32,
    wrap: Wrap,
}

/// A coast that a front has met.
#[derive(Debug, Clone, Copy)]
struct Hit {
    /// In [`STEP`]s.
    distance: u32,
    /// The cell of coast it set out from.
    from: u32,
    /// The cell of coast it met.
    to: u32,
    /// How often it went across the right and the bottom edge, less how often
    /// across the left and the top one.
    turns: [i8; 2],
}

impl Hit {
    fn turned(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            turns: self.turns.map(|t| -t),
            ..self
        }
    }
}

impl Grid {
    fn new(
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
        };
        // Land before wall before line before water; of several territories in
        // a cell the one that holds most of it, as far as counting up and down
        // can tell.
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
        grid.thicken(gap);
        grid.close(gap);
        grid
    }

    /// Gives lines within `gap` cells of land to that land, the rest to the sea.
    fn thicken(&mut self, gap: u32) {
        let mut front: Vec<u32> = (0..self.cells.len() as u32)
            .filter(|&at| self.cells[at as usize] < WALL)
            .collect();
        for _ in 0..gap.max(1) {
            let mut next = Vec::new();
            for &at in &front {
                let own = self.cells[at as usize];
                for (other, _, _) in self.shape.around(at) {
                    if self.cells[other as usize] == LINE {
                        self.cells[other as usize] = own;
                        next.push(other);
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

    /// Makes walls of water that is at most `gap` cells wide between two lands.
    fn close(&mut self, gap: u32) {
        if gap == 0 {
            return;
        }
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

    /// Half as much again as an ordinary territory measures across.
    fn ordinary_reach(&self, regions: &Regions) -> f64 {
        let (width, height) = (f64::from(regions.width()), f64::from(regions.height()));
        let lands = self.lands().len().max(1) as f64;
        let cells = self.cells.iter().filter(|&&cell| cell < WALL).count() as f64;
        let across = (cells / lands).sqrt() * f64::from(self.shape.scale);
        (1.5 * across).min(0.08 * width.hypot(height))
    }

    /// The territories that have cells, ascending.
    fn lands(&self) -> Vec<u32> {
        let mut lands: Vec<u32> = self.cells.iter().copied().filter(|&c| c < WALL).collect();
        lands.sort_unstable();
        lands.dedup();
        lands
    }

    /// Pairs of territories, smaller number first, that are skipped and hence
    /// joined without our help. Only neighbouring cells are looked at, so that
    /// not every pair is asked for.
    fn touching(&self, skip: &impl Fn(usize, usize) -> bool) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for at in 0..self.cells.len() as u32 {
            let own = self.cells[at as usize];
            if own < WALL {
                let others = self
                    .shape
                    .around(at)
                    .map(|(other, _, _)| self.cells[other as usize]);
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

    /// The cells of every territory that lie at water.
    fn coasts(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut coasts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for at in 0..self.cells.len() as u32 {
            let own = self.cells[at as usize];
            let wet = |(other, _, _): (u32, _, _)| self.cells[other as usize] == WATER;
            if own < WALL && self.shape.around(at).any(wet) {
                coasts.entry(own).or_default().push(at);
            }
        }
        coasts
    }

    /// The link of a hit: the pixels it goes from and to, and its length.
    fn link(&self, regions: &Regions, a: u32, b: u32, hit: Hit) -> SeaLink {
        let size = [regions.width(), regions.height()].map(f64::from);
        // Where the other end would be if the mask went on beyond its edges.
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
        let distance = if self.is_open(from, [dx, dy], [a, b]) {
            straight
        } else {
            let scale = f64::from(self.shape.scale);
            straight.max((f64::from(hit.distance) / f64::from(STEP) - 1.0) * scale)
        };
        let [from, to] = [from, to].map(|[x, y]| Point::new(x as u32, y as u32));
        SeaLink {
            a: a as usize,
            b: b as usize,
            distance,
            from,
            to,
            wraps: hit.turns != [0, 0],
        }
    }

    /// The pixels of a land's outline in a cell and those around it, or the
    /// middle of the cell if there are only lines; never none.
    fn shore(&self, regions: &Regions, cell: u32, land: u32) -> Vec<[f64; 2]> {
        let scale = self.shape.scale;
        let [left, top] = [cell % self.shape.width, cell / self.shape.width].map(|n| n * scale);
        let own = |x: u32, y: u32| {
            let region = regions.region_at(x, y);
            region.is_some_and(|id| self.grounds[id.index()] == land)
        };
        let mut shore = Vec::new();
        for y in top.saturating_sub(scale)..(top + 2 * scale).min(regions.height()) {
            for x in left.saturating_sub(scale)..(left + 2 * scale).min(regions.width()) {
                // Beyond the edges of the mask nothing is its own.
                let inside = own(x.wrapping_sub(1), y)
                    && own(x + 1, y)
                    && own(x, y.wrapping_sub(1))
                    && own(x, y + 1);
                if own(x, y) && !inside {
                    shore.push([f64::from(x), f64::from(y)]);
                }
            }
        }
        if shore.is_empty() {
            let middle = |at: u32, side: u32| f64::from((at + scale / 2).min(side - 1));
            shore.push([middle(left, regions.width()), middle(top, regions.height())]);
        }
        shore
    }

    /// Whether only water and the two lands lie on the straight line.
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

    /// Whether a step does not squeeze diagonally between two lands. Onto the
    /// coast or off it there is nothing to squeeze past.
    fn passable(&self, from: u32, to: u32) -> bool {
        let width = self.shape.width;
        let [a, b] = [from, to].map(|at| (at % width, at / width));
        let water = |at: u32| self.cells[at as usize] == WATER;
        a.0 == b.0
            || a.1 == b.1
            || !water(from)
            || !water(to)
            || water(b.1 * width + a.0)
            || water(a.1 * width + b.0)
    }
}

impl Shape {
    /// The cells next to one, the length of the step there, and the edges it
    /// goes across.
    fn around(self, at: u32) -> impl Iterator<Item = (u32, u32, [i8; 2])> {
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
        WAYS.into_iter().filter_map(move |(dx, dy)| {
            let (x, across_x) = turn(x + dx, self.width, self.wrap.horizontal)?;
            let (y, across_y) = turn(y + dy, self.height, self.wrap.vertical)?;
            let length = if dx != 0 && dy != 0 { DIAGONAL } else { STEP };
            Some((y * self.width + x, length, [across_x, across_y]))
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

/// A front over water, with room that is reused from one search to the next.
struct Search {
    /// The search that last came to a cell.
    seen: Vec<u32>,
    distances: Vec<u32>,
    origins: Vec<u32>,
    turns: Vec<[i8; 2]>,
    current: u32,
    /// Cells by distance, modulo their number; no step is longer.
    queue: [Vec<u32>; DIAGONAL as usize + 1],
}

impl Search {
    fn new(grid: &Grid) -> Self {
        let cells = grid.cells.len();
        Self {
            seen: vec![0; cells],
            distances: vec![0; cells],
            origins: vec![0; cells],
            turns: vec![[0; 2]; cells],
            current: 0,
            queue: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Runs out from `coast` up to `limit` and tells of each cell of another
    /// land it meets, the nearer ones first (but for the last step).
    fn spread(
        &mut self,
        grid: &Grid,
        coast: &[u32],
        limit: u32,
        meet: &mut impl FnMut(Hit) -> ControlFlow<()>,
    ) {
        self.current += 1;
        self.queue.iter_mut().for_each(Vec::clear);
        for &cell in coast {
            self.reach(cell, 0, cell, [0; 2]);
        }
        let mut distance = 0;
        while self.queue.iter().any(|cells| !cells.is_empty()) {
            let slot = distance as usize % self.queue.len();
            while let Some(at) = self.queue[slot].pop() {
                if self.distances[at as usize] != distance {
                    continue;
                }
                if self.step_from(grid, at, limit, meet).is_break() {
                    return;
                }
            }
            distance += 1;
        }
    }

    fn step_from(
        &mut self,
        grid: &Grid,
        at: u32,
        limit: u32,
        meet: &mut impl FnMut(Hit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = grid.cells[self.origins[at as usize] as usize];
        for (other, length, across) in grid.shape.around(at) {
            let distance = self.distances[at as usize] + length;
            if distance > limit {
                continue;
            }
            let cell = grid.cells[other as usize];
            if cell == own || cell == WALL || !grid.passable(at, other) {
                continue;
            }
            let [x, y] = self.turns[at as usize];
            let turns = [x + across[0], y + across[1]];
            let origin = self.origins[at as usize];
            // Going round the world and back again is no way.
            if turns.iter().any(|t| t.abs() > 1) {
                continue;
            }
            if cell == WATER {
                let new = self.seen[other as usize] != self.current;
                if new || distance < self.distances[other as usize] {
                    self.reach(other, distance, origin, turns);
                }
            } else {
                meet(Hit {
                    distance,
                    from: origin,
                    to: other,
                    turns,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn reach(&mut self, at: u32, distance: u32, origin: u32, turns: [i8; 2]) {
        let slot = distance as usize % self.queue.len();
        self.queue[slot].push(at);
        let at = at as usize;
        self.seen[at] = self.current;
        self.distances[at] = distance;
        self.origins[at] = origin;
        self.turns[at] = turns;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::PixelFormat;

    /// Links between the digits of a drawing; `.` is water, `#` a wall, `-` a
    /// line. Every character is `scale` × `scale` pixels.
    fn links(rows: &[&str], scale: usize, options: SeaOptions) -> Vec<SeaLink> {
        let mut pixels = Vec::new();
        for row in rows {
            let row: Vec<u8> = row.bytes().flat_map(|c| vec![c; scale]).collect();
            pixels.extend(row.repeat(scale));
        }
        let (width, height) = (rows[0].len() * scale, rows.len() * scale);
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap();
        let ground = |id| match regions.get(id).colour.0[0] {
            b'.' => Ground::Water,
            b'#' => Ground::Wall,
            b'-' => Ground::Line,
            digit => Ground::Land(usize::from(digit - b'0')),
        };
        sea_links(&regions, &options, ground, |_, _| false)
    }

    fn pairs(links: &[SeaLink]) -> Vec<(usize, usize)> {
        links.iter().map(|link| (link.a, link.b)).collect()
    }

    const NEAR: SeaOptions = SeaOptions {
        reach: Some(6.0),
        gap: 0,
        wrap: Wrap {
            horizontal: false,
            vertical: false,
        },
    };

    #[test]
    fn the_nearest_come_first_and_none_crosses_a_third() {
        let found = links(
            &[
                "............",
                "0..1....3..2",
                "0..1....3..2",
                "0..1....3..2",
            ],
            1,
            NEAR,
        );
        // 0 and 3 see each other over 1 only by a way round it that is too long.
        assert_eq!(pairs(&found), [(0, 1), (2, 3), (1, 3)]);
        assert!((found[0].distance - 2.0).abs() < 1e-9, "{found:?}");
        assert!((found[2].distance - 4.0).abs() < 1e-9, "{found:?}");
        assert_eq!((found[0].from.x, found[0].to.x), (0, 3));
    }

    #[test]
    fn a_way_round_a_corner_is_as_long_as_it_is() {
        let found = links(&["0.......", ".######.", "........", "#######1"], 1, NEAR);
        assert_eq!(pairs(&found), [(0, 1)]);
        let options = SeaOptions {
            reach: Some(12.0),
            ..NEAR
        };
        let far = links(
            &["0.......", ".######.", "........", "#######1"],
            1,
            options,
        );
        assert!((7.0..=10.0).contains(&far[0].distance), "{far:?}");
    }

    #[test]
    fn joined_edges_are_crossed() {
        let rows = ["..........", ".0......1.", ".........."];
        let wrap = Wrap {
            horizontal: true,
            vertical: false,
        };
        let round = links(&rows, 1, SeaOptions { wrap, ..NEAR });
        assert!(
            round[0].wraps && (round[0].distance - 2.0).abs() < 1e-9,
            "{round:?}"
        );
        let straight = links(&rows, 1, NEAR);
        assert!(!straight[0].wraps && (straight[0].distance - 6.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_far_from_everything_gets_its_shortest_link() {
        let found = links(&["0.1....................2"], 1, NEAR);
        assert_eq!(pairs(&found), [(0, 1), (1, 2)]);
    }

    #[test]
    fn drawn_coasts_and_white_borders_are_no_water() {
        // A line around the coast belongs to the land.
        let found = links(&["00-....-11"], 1, SeaOptions { gap: 1, ..NEAR });
        assert_eq!(pairs(&found), [(0, 1)]);
        assert!((found[0].distance - 6.0).abs() < 1e-9, "{found:?}");
        // The strip between 0 and 1 is a border; it leads from 2 to nobody.
        let found = links(
            &["000.111", "000.111", "000.111", "......."],
            1,
            SeaOptions { gap: 1, ..NEAR },
        );
        assert_eq!(pairs(&found), [(0, 1)]);
    }

    #[test]
    fn a_coarse_grid_finds_the_same_pixels() {
        let rows = ["0....1", "0....1"];
        let fine = links(&rows, 1, NEAR);
        let options = SeaOptions {
            reach: Some(2_000.0),
            ..NEAR
        };
        let coarse = links(&rows, 300, options);
        assert_eq!(pairs(&coarse), pairs(&fine));
        assert!((coarse[0].distance - 1200.0).abs() < 1e-9, "{coarse:?}");
    }
}
