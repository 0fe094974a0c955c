//! Repairs the damage of rounding to pixels: specks, false contacts across straits and corners,
//! territories too small to be clicked.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Grid, Sheet};

/// Options of tidying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TidyOptions {
    /// Parts of territories and ponds with fewer pixels are dropped, unless they are the whole
    /// territory.
    pub speck: usize,
    /// A territory with fewer pixels is grown, preferably into the sea.
    pub least: usize,
    /// Keep territories apart that touch in pixels but not in their outlines. Only done where
    /// outlines share their borders point by point.
    pub straits: bool,
}

impl Default for TidyOptions {
    fn default() -> Self {
        Self {
            speck: 12,
            least: 150,
            straits: true,
        }
    }
}

/// What was done, with territories by index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tidied {
    /// Number of parts and ponds that were dropped.
    pub specks: usize,
    /// Territories that were grown, with their old and new pixel counts.
    pub grown: Vec<(u16, usize, usize)>,
    /// Territories that have no pixel.
    pub lost: Vec<u16>,
    /// False contacts that were separated, with the number of pixels changed.
    pub parted: Vec<(u16, u16, usize)>,
    /// False contacts that could not be separated.
    pub stuck: Vec<(u16, u16)>,
    /// Pairs with a common border in the outlines that do not touch.
    pub missed: Vec<(u16, u16)>,
}

/// Tidies a grid filled from a sheet.
///
/// Time: a few passes over the grid, regardless of the number of territories.
pub fn tidy(grid: &mut Grid, sheet: &Sheet, shapes: usize, options: TidyOptions) -> Tidied {
    let shared = sheet.shared_borders();
    let clean = options.straits && shares_borders(grid, &shared);
    let mut done = Tidied {
        specks: drop_specks(grid, options.speck),
        ..Tidied::default()
    };
    grow_small(grid, sheet, shapes, options.least, &mut done);
    if clean {
        part_strangers(grid, &shared, &mut done);
        done.specks += drop_small(grid, options.speck, |label| label != Grid::SEA);
        let touching: BTreeSet<_> = touching(grid).into_keys().collect();
        done.missed = shared.difference(&touching).copied().collect();
    }
    done
}

/// Pairs of touching territories, by index, and the number of shared pixel sides.
pub fn touching(grid: &Grid) -> BTreeMap<(u16, u16), usize> {
    let mut counts: HashMap<(u16, u16), usize> = HashMap::new();
    let cells = grid.cells();
    for (at, &label) in cells.iter().enumerate() {
        if label == Grid::SEA {
            continue;
        }
        for other in [grid.step(at, 1, 0), grid.step(at, 0, 1)]
            .into_iter()
            .flatten()
        {
            let other = cells[other];
            if other != label && other != Grid::SEA {
                *counts
                    .entry((label.min(other) - 1, label.max(other) - 1))
                    .or_default() += 1;
            }
        }
    }
    counts.into_iter().collect()
}

/// Whether outlines share their borders point by point: nearly all pixel contacts are between
/// shapes that also share an edge.
fn shares_borders(grid: &Grid, shared: &BTreeSet<(u16, u16)>) -> bool {
    let contacts = touching(grid);
    let all: usize = contacts.values().sum();
    let known = contacts.iter().filter(|(pair, _)| shared.contains(pair));
    let known: usize = known.map(|(_, length)| length).sum();
    known * 10 >= all * 9
}

struct Part {
    label: u16,
    pixels: Vec<usize>,
}

/// All parts of the requested labels, in the order of their first pixel. Parts larger than `limit`
/// are incomplete.
fn parts(grid: &Grid, wanted: impl Fn(u16) -> bool, limit: usize) -> Vec<(Part, usize)> {
    let mut seen = vec![false; grid.cells().len()];
    let mut found = Vec::new();
    let mut stack = Vec::new();
    for start in 0..seen.len() {
        let label = grid.cells()[start];
        if seen[start] || !wanted(label) {
            continue;
        }
        seen[start] = true;
        stack.push(start);
        let mut size = 0;
        let mut pixels = Vec::new();
        while let Some(at) = stack.pop() {
            size += 1;
            if pixels.len() < limit {
                pixels.push(at);
            }
            for next in grid.sides(at) {
                if !seen[next] && grid.cells()[next] == label {
                    seen[next] = true;
                    stack.push(next);
                }
            }
        }
        found.push((Part { label, pixels }, size));
    }
    found
}

/// Gives parts and ponds of fewer than `speck` pixels to their surroundings, unless they are all
/// that exists of their label; returns how many there were.
pub(crate) fn drop_specks(grid: &mut Grid, speck: usize) -> usize {
    drop_small(grid, speck, |_| true)
}

fn drop_small(grid: &mut Grid, speck: usize, wanted: impl Fn(u16) -> bool) -> usize {
    let parts = parts(grid, wanted, speck);
    let mut largest: HashMap<u16, usize> = HashMap::new();
    for (part, size) in &parts {
        let most = largest.entry(part.label).or_default();
        *most = (*most).max(*size);
    }
    let mut dropped = 0;
    for (part, size) in parts {
        if size >= speck || largest[&part.label] == size {
            continue;
        }
        let around = commonest_around(grid, &part);
        for &at in &part.pixels {
            grid.cells_mut()[at] = around;
        }
        dropped += 1;
    }
    dropped
}

/// The label that a part shares most sides with.
fn commonest_around(grid: &Grid, part: &Part) -> u16 {
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for &at in &part.pixels {
        for next in grid.sides(at) {
            let label = grid.cells()[next];
            if label != part.label {
                *counts.entry(label).or_default() += 1;
            }
        }
    }
    let most = counts
        .into_iter()
        .max_by_key(|&(label, n)| (n, std::cmp::Reverse(label)));
    most.map_or(Grid::SEA, |(label, _)| label)
}

fn grow_small(grid: &mut Grid, sheet: &Sheet, shapes: usize, least: usize, done: &mut Tidied) {
    let mut sizes = vec![0_usize; shapes + 1];
    for &label in grid.cells() {
        sizes[label as usize] += 1;
    }
    // Growing takes from the sea and from large territories: small ones are protected until their
    // turn.
    let middles = middles_of_small(grid, &sizes, least);
    for shape in 0..shapes as u16 {
        let label = shape + 1;
        let before = sizes[label as usize];
        if before >= least {
            continue;
        }
        let seed = if before == 0 {
            let inside = |[x, y]: [i64; 2]| {
                let x = usize::try_from(x).ok().filter(|x| *x < grid.width())?;
                let y = usize::try_from(y).ok().filter(|y| *y < grid.height())?;
                Some(y * grid.width() + x)
            };
            let wanted = sheet.middle(shape as usize).and_then(inside);
            wanted.map(|wanted| landing(grid, wanted, label, least, &sizes))
        } else {
            middles.get(&label).copied()
        };
        if let Some(seed) = seed {
            grow(grid, label, seed, least, &mut sizes);
        }
        match sizes[label as usize] {
            0 => done.lost.push(shape),
            after if after > before => done.grown.push((shape, before, after)),
            _ => {}
        }
    }
}

/// A pixel of the largest part of each territory with some, but fewer than `least` pixels. One pass
/// over the grid for all of them.
fn middles_of_small(grid: &Grid, sizes: &[usize], least: usize) -> HashMap<u16, usize> {
    let small = |label: u16| label != Grid::SEA && sizes[usize::from(label)] < least;
    let mut largest: HashMap<u16, (usize, usize)> = HashMap::new();
    for (part, size) in parts(grid, small, least) {
        let known = largest.entry(part.label).or_default();
        if size >= known.0 {
            *known = (size, part.pixels[part.pixels.len() / 2]);
        }
    }
    let middles = largest.into_iter();
    middles
        .map(|(label, (_, middle))| (label, middle))
        .collect()
}

/// Squared distance of two pixels, around the edge if the grid wraps.
fn distance(grid: &Grid, from: usize, to: usize) -> usize {
    let dx = (to % grid.width()).abs_diff(from % grid.width());
    let dx = if grid.wraps() {
        dx.min(grid.width() - dx)
    } else {
        dx
    };
    let dy = (to / grid.width()).abs_diff(from / grid.width());
    dx * dx + dy * dy
}

/// Whether a pixel is sea whose surroundings within two pixels contain at most one given label.
fn is_free(grid: &Grid, at: usize, label: u16) -> bool {
    let mut around = grid.around(at, 2).map(|near| grid.cells()[near]);
    grid.cells()[at] == Grid::SEA && around.all(|near| near == Grid::SEA || near == label)
}

/// The start of a territory without pixels: at `wanted`, or in the nearest free sea if another
/// small one is there.
fn landing(grid: &Grid, wanted: usize, label: u16, least: usize, sizes: &[usize]) -> usize {
    let there = grid.cells()[wanted];
    if there == Grid::SEA || sizes[usize::from(there)] > 4 * least {
        return wanted;
    }
    let reach = 3 * least.isqrt() as isize;
    let free = grid
        .around(wanted, reach)
        .filter(|&at| is_free(grid, at, label));
    free.min_by_key(|&at| (distance(grid, wanted, at), at))
        .unwrap_or(wanted)
}

/// Adds pixels to a label, nearest to `seed` first, until it has `least`: sea that keeps two pixels
/// from all others and, if there is hardly any, land of large territories.
fn grow(grid: &mut Grid, label: u16, seed: usize, least: usize, sizes: &mut [usize]) {
    for over_land in [false, true] {
        if over_land && sizes[label as usize] > least / 3 {
            break;
        }
        let mut waiting: BTreeSet<(usize, usize)> = BTreeSet::from([(0, seed)]);
        let mut known: BTreeSet<usize> = BTreeSet::from([seed]);
        while sizes[label as usize] < least {
            let Some((_, at)) = waiting.pop_first() else {
                break;
            };
            let there = grid.cells()[at];
            let plenty = there == Grid::SEA || sizes[there as usize] > 4 * least;
            let takes = there == label || is_free(grid, at, label) || (over_land && plenty);
            if !takes {
                continue;
            }
            if there != label {
                sizes[there as usize] -= 1;
                sizes[label as usize] += 1;
                grid.cells_mut()[at] = label;
            }
            for next in grid.sides(at) {
                if known.insert(next) {
                    waiting.insert((distance(grid, seed, next), next));
                }
            }
        }
    }
}

/// Separates territories that touch in pixels but have no common border: across a strait by
/// widening it, at a corner where several meet by giving the pixel to one of the others.
fn part_strangers(grid: &mut Grid, shared: &BTreeSet<(u16, u16)>, done: &mut Tidied) {
    let strangers = |a: u16, b: u16| {
        let (low, high) = (a.min(b), a.max(b));
        low != high && low != Grid::SEA && !shared.contains(&(low - 1, high - 1))
    };
    let mut changed: BTreeMap<(u16, u16), usize> = BTreeMap::new();
    // Contacts shrink from their ends, by a pixel on each side per pass.
    for _ in 0..64 {
        let meetings = meetings(grid, strangers);
        let mut any = false;
        for (at, other) in meetings {
            let (a, b) = (grid.cells()[at], grid.cells()[other]);
            if !strangers(a, b) {
                continue;
            }
            let n = part(grid, at, other, &strangers);
            any |= n > 0;
            *changed.entry((a.min(b) - 1, a.max(b) - 1)).or_default() += n;
        }
        if !any {
            break;
        }
    }
    let still = touching(grid);
    done.stuck = still
        .into_keys()
        .filter(|&(a, b)| strangers(a + 1, b + 1))
        .collect();
    done.parted = changed
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|((a, b), n)| (a, b, n))
        .collect();
}

/// Pixels of two unrelated territories that share a side, or a corner beside the sea.
fn meetings(grid: &Grid, strangers: impl Fn(u16, u16) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let cells = grid.cells();
    for (at, &label) in cells.iter().enumerate() {
        if label == Grid::SEA {
            continue;
        }
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let Some(other) = grid.step(at, dx, dy) else {
                continue;
            };
            if !strangers(label, cells[other]) {
                continue;
            }
            let beside = [grid.step(at, dx, 0), grid.step(at, 0, dy)];
            let straight = dx == 0 || dy == 0;
            if straight || beside.into_iter().flatten().any(|b| cells[b] == Grid::SEA) {
                found.push((at, other));
            }
        }
    }
    found
}

/// Separates one contact if possible; returns the number of pixels changed.
fn part(grid: &mut Grid, at: usize, other: usize, strangers: &impl Fn(u16, u16) -> bool) -> usize {
    let near = |grid: &Grid, pixel: usize| -> BTreeSet<u16> {
        grid.around(pixel, 1).map(|n| grid.cells()[n]).collect()
    };
    if near(grid, at)
        .union(&near(grid, other))
        .any(|&l| l == Grid::SEA)
    {
        grid.cells_mut()[at] = Grid::SEA;
        grid.cells_mut()[other] = Grid::SEA;
        return 2;
    }
    let (a, b) = (grid.cells()[at], grid.cells()[other]);
    for pixel in [at, other] {
        for third in near(grid, pixel) {
            let fits = third != a
                && third != b
                && grid.sides(pixel).any(|n| grid.cells()[n] == third)
                && !grid.sides(pixel).any(|n| strangers(third, grid.cells()[n]));
            if fits {
                grid.cells_mut()[pixel] = third;
                return 1;
            }
        }
    }
    0
}
