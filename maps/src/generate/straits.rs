//! Chooses links by sea among the possible crossings.
//!
//! First the indispensable ones, by the best crossings: the pieces of a continent are joined, then
//! all continents. Next come second links for dead ends and around territories that alone join
//! parts of the map. Remaining straits are linked where the way around is long.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::cells::SIDE;
use super::limits::{self, MAX_DEGREE, MAX_MEAN, MIN_DEGREE, MIN_MEAN, Unmet, most_gates};
use super::net::Net;
use super::territories::Country;
use crate::outlines::Grid;

/// A crossing, from the smaller territory number to the larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    /// Its cost: its width, and the land of others that its line crosses.
    cost: u32,
    ends: (usize, usize),
}

/// A point of the lattice.
type Point = (i64, i64);

/// A fifth of a cell; see [`super::cells::distances`].
const STEP: u32 = super::cells::STEP as u32;

/// Links by sea that satisfy all limits together with `land`, the links by land. `middles` are the
/// positions of the badges in cells, by territory.
///
/// # Errors
/// The first limit that cannot be met.
pub(super) fn choose(
    country: &Country,
    land: &Net,
    middles: &[Point],
) -> Result<Vec<(usize, usize)>, Unmet> {
    let mut straits = Straits {
        homes: &country.homes,
        members: limits::members(&country.homes),
        middles,
        ways: ways(country, land, middles),
        net: land.clone(),
        taken: Vec::new(),
    };
    straits.join(true)?;
    straits.join(false)?;
    straits.open_ends()?;
    straits.go_round_cuts()?;
    straits.shorten()?;
    straits.fill_up();
    limits::check(&straits.net, straits.homes)?;
    Ok(straits.taken)
}

struct Straits<'a> {
    homes: &'a [u16],
    members: Vec<usize>,
    middles: &'a [Point],
    /// Best first.
    ways: Vec<Way>,
    net: Net,
    taken: Vec<(usize, usize)>,
}

impl Straits<'_> {
    fn take(&mut self, ends: (usize, usize)) {
        self.net.link(ends.0, ends.1);
        self.taken.push(ends);
    }

    /// Whether a link can be added within all limits.
    fn may(&self, (a, b): (usize, usize)) -> bool {
        if self.net.around(a).contains(&b) {
            return false;
        }
        if [a, b].iter().any(|&at| self.net.degree(at) >= MAX_DEGREE) {
            return false;
        }
        if self.homes[a] == self.homes[b] {
            return true;
        }
        let gates = limits::gates(&self.net, self.homes);
        [a, b].into_iter().all(|at| {
            let home = usize::from(self.homes[at]);
            let own = &gates[home];
            own.contains(&at) || own.len() < most_gates(self.members[home])
        })
    }

    /// Whether the lines of two links would cross.
    fn crosses(&self, (a, b): (usize, usize)) -> bool {
        let line = (self.middles[a], self.middles[b]);
        self.taken.iter().any(|&(c, d)| {
            let is_apart = c != a && c != b && d != a && d != b;
            is_apart && cross(line, (self.middles[c], self.middles[d]))
        })
    }

    /// The best useful crossing within the limits, preferably one that crosses no other link.
    fn best(&self, of_use: impl Fn(&Self, (usize, usize)) -> bool) -> Option<(usize, usize)> {
        let fits = |way: &&Way| of_use(self, way.ends) && self.may(way.ends);
        let mut fitting = self.ways.iter().filter(fits).map(|way| way.ends);
        let first = fitting.next()?;
        let mut clear = std::iter::once(first).chain(fitting.take(3));
        Some(clear.find(|&ends| !self.crosses(ends)).unwrap_or(first))
    }

    /// Joins disconnected pieces: within each continent, or of the whole map.
    fn join(&mut self, within: bool) -> Result<(), Unmet> {
        loop {
            let (pieces, count) = if within {
                self.pieces_within()
            } else {
                self.net.pieces(|_| true)
            };
            let least = if within { self.members.len() } else { 1 };
            if count == least {
                return Ok(());
            }
            let ends = self
                .best(|own, (a, b)| {
                    pieces[a] != pieces[b] && (!within || own.homes[a] == own.homes[b])
                })
                .ok_or(Unmet::Joined)?;
            self.take(ends);
        }
    }

    /// The pieces of each continent by itself.
    fn pieces_within(&self) -> (Vec<usize>, usize) {
        let mut all = vec![0; self.net.len()];
        let mut first = 0;
        for home in 0..self.members.len() as u16 {
            let (pieces, count) = self.net.pieces(|at| self.homes[at] == home);
            for (at, piece) in pieces.into_iter().enumerate() {
                if self.homes[at] == home {
                    all[at] = first + piece;
                }
            }
            first += count;
        }
        (all, first)
    }

    /// Gives each territory the minimum number of neighbours.
    fn open_ends(&mut self) -> Result<(), Unmet> {
        for at in 0..self.net.len() {
            while self.net.degree(at) < MIN_DEGREE {
                let ends = self
                    .best(|_, (a, b)| a == at || b == at)
                    .ok_or(Unmet::Degree(self.net.degree(at)))?;
                self.take(ends);
            }
        }
        Ok(())
    }

    /// Adds ways around territories that alone join parts of the map.
    fn go_round_cuts(&mut self) -> Result<(), Unmet> {
        while let Some((at, pieces)) = limits::cut(&self.net, self.homes) {
            let ends = self
                .best(|_, (a, b)| a != at && b != at && pieces[a] != pieces[b])
                .ok_or(Unmet::Cut)?;
            self.take(ends);
        }
        Ok(())
    }

    /// Links distant territories until no path is too long.
    fn shorten(&mut self) -> Result<(), Unmet> {
        let most = limits::longest_way(self.net.len());
        loop {
            let (from, to, steps) = self.net.farthest();
            if steps <= most {
                return Ok(());
            }
            let (here, there) = (self.net.steps(from), self.net.steps(to));
            let saved = |(a, b): (usize, usize)| (here[a] + there[b]).min(here[b] + there[a]) + 1;
            let ends = self
                .best(|_, ends| saved(ends) < steps)
                .ok_or(Unmet::Diameter(steps, most))?;
            self.take(ends);
        }
    }

    /// Links straits where the way around is long, then others until there are enough.
    fn fill_up(&mut self) {
        const NARROW: u32 = SIDE as u32 * STEP;
        const WIDE: u32 = 2 * NARROW;
        for (most, far, until) in [
            (NARROW, 3, MAX_MEAN - 20),
            (WIDE, 4, MIN_MEAN + 70),
            (u32::MAX, 3, MIN_MEAN + 20),
            (u32::MAX, 2, MIN_MEAN),
        ] {
            for at in 0..self.ways.len() {
                let Way { cost, ends } = self.ways[at];
                if cost > most || limits::mean(&self.net) >= until {
                    break;
                }
                let is_far = || self.net.steps(ends.0)[ends.1] >= far;
                if self.may(ends) && !self.crosses(ends) && is_far() {
                    self.take(ends);
                }
            }
        }
    }
}

/// Whether two lines cross.
fn cross((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| {
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/// The crossings between territories that do not touch, best first.
fn ways(country: &Country, land: &Net, middles: &[Point]) -> Vec<Way> {
    let grid = &country.grid;
    let (far, nearest) = waters(grid);
    let mut widths: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    for at in 0..grid.cells().len() {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let Some(near) = grid.step(at, dx, dy) else {
                continue;
            };
            let (a, b) = (nearest[at], nearest[near]);
            let is_water = grid.cells()[at] == Grid::SEA || grid.cells()[near] == Grid::SEA;
            if a == b || !is_water {
                continue;
            }
            let ends = (usize::from(a.min(b)) - 1, usize::from(a.max(b)) - 1);
            let width = far[at] + far[near] + STEP;
            let least = widths.entry(ends).or_insert(u32::MAX);
            *least = (*least).min(width);
        }
    }
    // A link across half of the world is not plausible.
    let longest = grid.width().min(grid.height()) as u32 * STEP * 3 / 5;
    let open = widths
        .into_iter()
        .filter(|&((a, b), width)| width <= longest && !land.around(a).contains(&b));
    let mut ways: Vec<Way> = open
        .map(|(ends, width)| Way {
            cost: width + 2 * STEP * foreign(grid, ends, middles),
            ends,
        })
        .collect();
    ways.sort_unstable();
    ways
}

/// By cell: the distance to the nearest land across water, and its owner.
fn waters(grid: &Grid) -> (Vec<u32>, Vec<u16>) {
    let mut nearest = grid.cells().to_vec();
    let mut far = vec![u32::MAX; nearest.len()];
    let mut front = BinaryHeap::new();
    for (at, &label) in grid.cells().iter().enumerate() {
        if label != Grid::SEA {
            far[at] = 0;
            if grid.sides(at).any(|near| grid.cells()[near] == Grid::SEA) {
                front.push(Reverse((0, at)));
            }
        }
    }
    while let Some(Reverse((time, at))) = front.pop() {
        if time > far[at] {
            continue;
        }
        for (dx, dy) in [
            (0, -1),
            (-1, 0),
            (1, 0),
            (0, 1),
            (-1, -1),
            (1, -1),
            (-1, 1),
            (1, 1),
        ] {
            let Some(near) = grid.step(at, dx, dy) else {
                continue;
            };
            let then = time + if dx != 0 && dy != 0 { 7 } else { STEP };
            if then < far[near] {
                far[near] = then;
                nearest[near] = nearest[at];
                front.push(Reverse((then, near)));
            }
        }
    }
    (far, nearest)
}

/// Number of other territories' cells on the line between two territories.
fn foreign(grid: &Grid, (a, b): (usize, usize), middles: &[Point]) -> u32 {
    let (from, to) = (middles[a], middles[b]);
    let steps = (from.0 - to.0).abs().max((from.1 - to.1).abs()).max(1);
    let own = [a as u16 + 1, b as u16 + 1, Grid::SEA];
    let labels = (0..=steps).map(|step| {
        let x = from.0 + (to.0 - from.0) * step / steps;
        let y = from.1 + (to.1 - from.1) * step / steps;
        grid.cells()[y as usize * grid.width() + x as usize]
    });
    labels.filter(|label| !own.contains(label)).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_or_do_not() {
        assert!(cross(((0, 0), (4, 4)), ((0, 4), (4, 0))));
        assert!(!cross(((0, 0), (1, 1)), ((0, 4), (4, 0))));
        assert!(!cross(((0, 0), (4, 0)), ((4, 0), (4, 4))));
    }

    #[test]
    fn the_nearest_coasts_face_each_other() {
        let row = |text: &str| {
            text.bytes()
                .map(|b| u16::from(b - b'0'))
                .collect::<Vec<_>>()
        };
        let rows = ["110000", "110022", "000022", "330000", "000000", "000000"];
        let cells = rows.map(row).concat();
        let country = Country {
            grid: Grid::from_cells(6, 6, false, cells),
            homes: vec![0, 0, 0],
        };
        let middles = [(0, 0), (5, 1), (0, 3)];
        let ways = ways(&country, &Net::new(3), &middles);
        let ends: Vec<_> = ways.iter().map(|way| way.ends).collect();
        assert_eq!(ends, [(0, 2), (0, 1), (1, 2)]);
        assert_eq!(ways[0].cost, 2 * STEP);
    }
}
