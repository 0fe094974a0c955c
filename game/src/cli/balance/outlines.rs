//! Outlines of territories for a page: simple enough to keep the file small, and with borders
//! that neighbours share to the last point.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use marchland_maps::mask::{self, Regions};
use marchland_maps::{Map, Rgb, bundled, folder};

/// Maximum columns or rows of the grid on which outlines are traced.
const CELLS: u32 = 320;
/// Maximum distance of a simplified border from the true one, in cells.
const OFF: f64 = 0.8;
/// Number of cells by which land grows over lines between territories.
const LINES: usize = 4;

#[derive(Debug)]
pub(super) struct Outlines {
    /// The width of a cell in pixels of the mask.
    pub(super) cell: f64,
    /// Columns and rows.
    pub(super) size: [usize; 2],
    /// By territory: an SVG path in cells; empty if the territory is too small for a cell.
    pub(super) paths: Vec<String>,
}

type Corner = (i32, i32);

/// Kinds of cells; those from `LAND` on are territories.
const SEA: u16 = 0;
const LINE: u16 = 1;
const LAND: u16 = 2;

impl Outlines {
    /// The outlines in the mask beside a map or in that of a bundled map; `None` if no mask can
    /// be read.
    pub(super) fn read(path: &Path, map: &Map) -> Option<Self> {
        let known = path.to_str().and_then(bundled::find);
        let regions = if let Some(bundled) = known.filter(|_| !path.exists()) {
            mask::read(bundled.mask)
        } else {
            let (folder, _) = folder::Folder::open(path).ok()?;
            let file = File::open(folder.resolve(&map.mask().file).ok()?).ok()?;
            mask::read_from(BufReader::new(file))
        };
        Some(Self::of(map, &regions.ok()?))
    }

    fn of(map: &Map, regions: &Regions) -> Self {
        let (width, height) = (regions.width(), regions.height());
        let cell = width.max(height).div_ceil(CELLS).max(1);
        let size = [width, height].map(|side| side.div_ceil(cell) as usize);
        let territories = map.territories().iter().zip(LAND..);
        let mut kinds: HashMap<Rgb, u16> = territories.map(|(t, id)| (t.colour, id)).collect();
        kinds.extend(map.mask().separator.iter().map(|colour| (*colour, LINE)));
        let mut grid = Grid {
            size,
            cells: vec![SEA; size[0] * size[1]],
        };
        for (at, kind) in grid.cells.iter_mut().enumerate() {
            let middle = |cells: usize, side: u32| (cells as u32 * cell + cell / 2).min(side - 1);
            let (x, y) = (middle(at % size[0], width), middle(at / size[0], height));
            if let Some(region) = regions.region_at(x, y) {
                let [red, green, blue, alpha] = regions.get(region).colour.0;
                let known = kinds.get(&Rgb::new(red, green, blue));
                *kind = known.filter(|_| alpha > 0).copied().unwrap_or(SEA);
            }
        }
        grid.grow();
        let mut paths = vec![String::new(); map.len()];
        for (kind, loops) in grid.borders() {
            if let Some(path) = paths.get_mut(usize::from(kind - LAND)) {
                for points in loops {
                    write_loop(path, &grid.simplified(&points));
                }
            }
        }
        Self {
            cell: f64::from(cell),
            size,
            paths,
        }
    }
}

struct Grid {
    size: [usize; 2],
    cells: Vec<u16>,
}

impl Grid {
    /// The kind of a cell; outside the grid is sea.
    fn at(&self, x: i32, y: i32) -> u16 {
        let inside = |at: i32, size: usize| usize::try_from(at).ok().filter(|at| *at < size);
        let found = inside(x, self.size[0]).zip(inside(y, self.size[1]));
        found.map_or(SEA, |(x, y)| self.cells[y * self.size[0] + x])
    }

    /// Grows land over the lines beside it.
    fn grow(&mut self) {
        for _ in 0..LINES {
            let before = Self {
                size: self.size,
                cells: self.cells.clone(),
            };
            for (at, kind) in self.cells.iter_mut().enumerate() {
                if *kind == LINE {
                    let (x, y) = ((at % self.size[0]) as i32, (at / self.size[0]) as i32);
                    let around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                    let mut around = around.into_iter().map(|(x, y)| before.at(x, y));
                    *kind = around.find(|kind| *kind >= LAND).unwrap_or(LINE);
                }
            }
        }
    }

    /// The closed borders of each territory, from corner to corner, with the land to the right.
    fn borders(&self) -> Vec<(u16, Vec<Vec<Corner>>)> {
        let mut sides: HashMap<u16, HashMap<Corner, Vec<Corner>>> = HashMap::new();
        for y in 0..self.size[1] as i32 {
            for x in 0..self.size[0] as i32 {
                let kind = self.at(x, y);
                if kind < LAND {
                    continue;
                }
                let around = [
                    ((x, y - 1), (x, y), (x + 1, y)),
                    ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
                    ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
                    ((x - 1, y), (x, y + 1), (x, y)),
                ];
                for (beside, from, to) in around {
                    if self.at(beside.0, beside.1) != kind {
                        let of = sides.entry(kind).or_default();
                        of.entry(from).or_default().push(to);
                    }
                }
            }
        }
        let mut all: Vec<_> = sides.into_iter().collect();
        all.sort_unstable_by_key(|(kind, _)| *kind);
        all.into_iter()
            .map(|(kind, sides)| (kind, loops(sides)))
            .collect()
    }

    /// Whether more than two kinds of cells, or the same two crosswise, meet at a corner. Borders
    /// begin and end there.
    fn is_junction(&self, (x, y): Corner) -> bool {
        let around = [(x - 1, y - 1), (x, y - 1), (x, y), (x - 1, y)];
        let around = around.map(|(x, y)| self.at(x, y).max(LINE));
        (0..4)
            .filter(|at| around[*at] != around[(at + 1) % 4])
            .count()
            > 2
    }

    /// A closed border with fewer points, which are the same from either side.
    fn simplified(&self, points: &[Corner]) -> Vec<Corner> {
        let fixed = |at: &usize| self.is_junction(points[*at]);
        let mut ends: Vec<usize> = (0..points.len()).filter(fixed).collect();
        if ends.len() < 2 {
            // An island: two points far apart, the same from either side.
            let least = (0..points.len()).min_by_key(|at| points[*at]).unwrap_or(0);
            let first = ends.first().copied().unwrap_or(least);
            let far = |at: &usize| (square(points[*at], points[first]), points[*at]);
            let other = (0..points.len()).max_by_key(far).unwrap_or(0);
            ends = vec![first.min(other), first.max(other)];
        }
        let mut out = Vec::new();
        for (nth, &from) in ends.iter().enumerate() {
            let to = ends[(nth + 1) % ends.len()];
            let count = (to + points.len() - from - 1) % points.len() + 2;
            let chain = (0..count).map(|step| points[(from + step) % points.len()]);
            let mut chain: Vec<Corner> = chain.collect();
            // The neighbour follows it in the opposite direction.
            let turned = chain.first() > chain.last();
            if turned {
                chain.reverse();
            }
            let mut kept = vec![false; chain.len()];
            keep(&chain, &mut kept);
            let mut left: Vec<Corner> = (chain.into_iter().zip(kept))
                .filter_map(|(corner, kept)| kept.then_some(corner))
                .collect();
            if turned {
                left.reverse();
            }
            left.pop();
            out.extend(left);
        }
        out
    }
}

/// Joins sides into closed borders.
fn loops(mut sides: HashMap<Corner, Vec<Corner>>) -> Vec<Vec<Corner>> {
    let mut starts: Vec<Corner> = sides.keys().copied().collect();
    starts.sort_unstable();
    let mut all = Vec::new();
    for start in starts {
        while sides.get(&start).is_some_and(|to| !to.is_empty()) {
            let (mut points, mut at) = (Vec::new(), start);
            while let Some(to) = sides.get_mut(&at).and_then(Vec::pop) {
                points.push(at);
                at = to;
                if at == start {
                    break;
                }
            }
            all.push(points);
        }
    }
    all
}

fn square(a: Corner, b: Corner) -> i64 {
    let [x, y] = [a.0 - b.0, a.1 - b.1].map(i64::from);
    x * x + y * y
}

/// Marks the points that a line needs, after Douglas and Peucker (1973).
fn keep(chain: &[Corner], kept: &mut [bool]) {
    let mut open = vec![(0, chain.len() - 1)];
    while let Some((from, to)) = open.pop() {
        (kept[from], kept[to]) = (true, true);
        let (a, b) = (chain[from], chain[to]);
        let off = |at: &usize| {
            let p = chain[*at];
            let [dx, dy, px, py] = [b.0 - a.0, b.1 - a.1, p.0 - a.0, p.1 - a.1].map(f64::from);
            let length = dx.hypot(dy);
            if length == 0.0 {
                px.hypot(py)
            } else {
                (dx * py - dy * px).abs() / length
            }
        };
        let inner = (from + 1..to).map(|at| (at, off(&at)));
        let farthest = inner.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        if let Some((at, _)) = farthest.filter(|(_, off)| *off > OFF) {
            open.extend([(from, at), (at, to)]);
        }
    }
}

/// Adds a closed line to a path, unless it encloses nothing.
fn write_loop(path: &mut String, points: &[Corner]) {
    if points.len() < 3 {
        return;
    }
    let (mut x, mut y) = points[0];
    // Writing to a string cannot fail.
    let _ = write!(path, "M{x} {y}l");
    for (nth, &(to_x, to_y)) in points[1..].iter().enumerate() {
        let space = if nth > 0 { " " } else { "" };
        let _ = write!(path, "{space}{} {}", to_x - x, to_y - y);
        (x, y) = (to_x, to_y);
    }
    path.push('z');
}

#[cfg(test)]
mod tests {
    use super::*;
    use marchland_maps::xml;

    fn world() -> (Map, Outlines) {
        let bundled = &bundled::ALL[0];
        let map = Map::try_from(&xml::read(bundled.xml).draft).unwrap();
        let outlines = Outlines::of(&map, &mask::read(bundled.mask).unwrap());
        (map, outlines)
    }

    /// The number of points of a path, and the area that they enclose.
    fn follow(path: &str) -> (usize, f64) {
        let (mut count, mut area) = (0, 0.0);
        for one in path.split('M').skip(1) {
            let one = one.trim_end_matches('z').replace('l', " ");
            let numbers: Vec<f64> = one.split(' ').map(|n| n.parse().unwrap()).collect();
            let mut at = [0.0; 2];
            let points = numbers.chunks(2).map(|step| {
                at = [at[0] + step[0], at[1] + step[1]];
                at
            });
            let points: Vec<[f64; 2]> = points.collect();
            count += points.len();
            for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
                area += (a[0] * b[1] - b[0] * a[1]) / 2.0;
            }
        }
        (count, area)
    }

    #[test]
    fn the_world_is_outlined_in_few_bytes_and_true_to_its_areas() {
        let (map, outlines) = world();
        let bytes: usize = outlines.paths.iter().map(String::len).sum();
        assert!(bytes < 24_000, "{bytes}");
        let regions = mask::read(bundled::ALL[0].mask).unwrap();
        for (territory, path) in map.territories().iter().zip(&outlines.paths) {
            let (points, area) = follow(path);
            assert!(points >= 3, "{:?}", territory.name);
            let of = |region: &mask::Region| {
                let [r, g, b, _] = region.colour.0;
                (Rgb::new(r, g, b) == territory.colour).then_some(f64::from(region.area))
            };
            let pixels: f64 = regions.iter().filter_map(|(_, region)| of(region)).sum();
            let cells = pixels / outlines.cell.powi(2);
            // Allow for about one cell all around.
            assert!((area - cells).abs() < 12.0 + 0.25 * cells, "{area} {cells}");
        }
    }

    /// The areas add up to all cells: what one territory loses to a shorter line, its neighbour
    /// gains.
    #[test]
    fn neighbours_share_their_border() {
        let cells = ["AAABBB", "AAABBB", "AACCBB", "AACCCB"];
        let kinds = cells
            .iter()
            .flat_map(|row| row.bytes().map(|b| u16::from(b - b'A') + LAND));
        let grid = Grid {
            size: [6, 4],
            cells: kinds.collect(),
        };
        let mut sum = 0.0;
        for (_, loops) in grid.borders() {
            let mut path = String::new();
            for points in &loops {
                write_loop(&mut path, &grid.simplified(points));
            }
            sum += follow(&path).1;
        }
        assert!((sum - 24.0).abs() < 1e-9, "{sum}");
    }
}
