//! Draws a map of cells in pixels, adding detail to coasts and borders.

use super::cells::{self, SIDE, STEP};
use super::territories::Country;
use crate::chance::{Noise, ONE};
use crate::outlines::{Grid, tidy};

/// Binary digits of a position within a cell.
const DIGITS: u32 = 8;
const CELL: i32 = 1 << DIGITS;

/// Approximate bending of borders between territories, in cells.
const BEND: i32 = 2;

/// How far territories extend into the sea to determine the owner of a new land pixel, in cells.
const BEYOND: usize = 6;

/// Draws a map at the requested size. Detail is as fine as pixels, but its position does not depend
/// on the resolution.
pub(super) fn draw(country: &Country, size: (u32, u32), seed: u64) -> Grid {
    let shore = shore(&country.grid);
    let owners = owners(&country.grid);
    let calm = calm(&owners, country.grid.width());
    let (across, down) = (country.grid.width(), country.grid.height());
    let bend = [51, 52].map(|purpose| Noise::new(seed, purpose));
    let (ragged, rough) = (Noise::new(seed, 53), Noise::new(seed, 54));
    let place = |pixel: u32, pixels: u32, cells: usize| {
        // The centre of the pixel, relative to the centre of the first cell.
        let scaled = (2 * u64::from(pixel) + 1) * cells as u64 * CELL as u64;
        (scaled / (2 * u64::from(pixels))) as i32 - CELL / 2
    };
    // Detail finer than two pixels is invisible.
    let finest = (2 * across as i64 * i64::from(CELL) / i64::from(size.0)) as i32;
    let votes = Votes::new();
    let columns: Vec<i32> = (0..size.0).map(|x| place(x, size.0, across)).collect();
    let mut labels = Vec::with_capacity(size.0 as usize * size.1 as usize);
    for row in 0..size.1 {
        let y = place(row, size.1, down);
        for &x in &columns {
            let height = blended(&shore, (across, down), x, y);
            // Skip detail where it makes no difference.
            let is_land = if height.abs() >= 2 * ONE_CELL {
                height > 0
            } else {
                let wild = rough.at(x, y, 3 * SIDE as i32 * CELL) + ONE;
                let strength = ONE_CELL / 2 + wild * ONE_CELL / ONE;
                height + ragged.fractal(x, y, 6 * CELL, finest) * strength / ONE > 0
            };
            let nearest = nearest((across, down), x, y);
            labels.push(if is_land && calm[nearest] {
                owners[nearest]
            } else if is_land {
                let [right, below] =
                    bend.map(|noise| noise.fractal(x, y, 12 * CELL, finest) * BEND * CELL / ONE);
                votes.label(&owners, (across, down), x + right, y + below)
            } else {
                Grid::SEA
            });
        }
    }
    let mut grid = Grid::from_cells(size.0, size.1, false, labels);
    let pixels = size.0 as usize * size.1 as usize;
    let territory = pixels * SIDE * SIDE / (across * down);
    tidy::drop_specks(&mut grid, (territory / 60).max(9));
    grid
}

/// The largest shift of a coast by detail, in the unit of [`shore`].
const ONE_CELL: i32 = 64 * STEP;

/// Distance of each cell from the coast, negative for the sea; a cell is [`ONE_CELL`].
fn shore(grid: &Grid) -> Vec<i32> {
    let is_land: Vec<bool> = grid.cells().iter().map(|&l| l != Grid::SEA).collect();
    let is_sea: Vec<bool> = is_land.iter().map(|land| !land).collect();
    let width = grid.width();
    let inland = cells::distances(width, &is_sea, true);
    let out = cells::distances(width, &is_land, false);
    let apart = inland.iter().zip(&out);
    // The shore runs between two cells.
    let exact: Vec<i32> = apart
        .map(|(&inland, &out)| {
            let off = inland - out.min(1 << 20);
            64 * (off - off.signum() * STEP / 2)
        })
        .collect();
    // Smoothed to remove steps.
    (0..exact.len())
        .map(|at| {
            let near = grid.around(at, 1);
            let (sum, count) = near.fold((0, 0), |(sum, count), near| {
                let weight = if near == at { 4 } else { 1 };
                (sum + weight * i64::from(exact[near]), count + weight)
            });
            (sum / count) as i32
        })
        .collect()
}

/// The owner of each cell, or its owner if it were land.
fn owners(grid: &Grid) -> Vec<u16> {
    let mut owners = grid.cells().to_vec();
    for _ in 0..BEYOND {
        let before = owners.clone();
        for (at, owner) in owners.iter_mut().enumerate() {
            if *owner == Grid::SEA {
                let near = grid.sides(at).map(|near| before[near]);
                *owner = near.max().unwrap_or(Grid::SEA);
            }
        }
    }
    owners
}

/// Cells surrounded by their own territory as far as borders may be bent.
fn calm(owners: &[u16], width: usize) -> Vec<bool> {
    let differs = |at: usize| {
        let mut near = cells::onward(width, at, owners.len());
        near.any(|near| owners[near] != owners[at])
    };
    let borders: Vec<bool> = (0..owners.len()).map(differs).collect();
    let far = cells::distances(width, &borders, false);
    far.into_iter().map(|far| far > (BEND + 4) * STEP).collect()
}

/// The cell at a position.
fn nearest((across, down): (usize, usize), x: i32, y: i32) -> usize {
    let cell = |v: i32, count: usize| {
        let at = (v + CELL / 2) >> DIGITS;
        at.clamp(0, count as i32 - 1) as usize
    };
    cell(y, down) * across + cell(x, across)
}

/// The cell whose centre precedes a position, and the offset from that centre.
fn split(place: i32) -> (i32, i32) {
    (place >> DIGITS, place & (CELL - 1))
}

/// Interpolates between the four surrounding cells.
fn blended(values: &[i32], (across, down): (usize, usize), x: i32, y: i32) -> i32 {
    let ((left, dx), (top, dy)) = (split(x), split(y));
    let value = |i: i32, j: i32| {
        let x = (left + i).clamp(0, across as i32 - 1) as usize;
        let y = (top + j).clamp(0, down as i32 - 1) as usize;
        i64::from(values[y * across + x])
    };
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    let cell = i64::from(CELL);
    let above = value(0, 0) * (cell - dx) + value(1, 0) * dx;
    let below = value(0, 1) * (cell - dx) + value(1, 1) * dx;
    ((above * (cell - dy) + below * dy) >> (2 * DIGITS)) as i32
}

/// The weighted majority of the cells around a position, with the weights of a cubic B-spline, so
/// that borders run smoothly through cells.
struct Votes([[u64; 4]; CELL as usize]);

impl Votes {
    fn new() -> Self {
        let cell = CELL as u64;
        let mut weights = [[0; 4]; CELL as usize];
        for (t, weights) in (0..).zip(&mut weights) {
            let u = cell - t;
            *weights = [
                u * u * u,
                3 * t * t * t + 4 * cell * cell * cell - 6 * t * t * cell,
                3 * u * u * u + 4 * cell * cell * cell - 6 * u * u * cell,
                t * t * t,
            ];
        }
        Self(weights)
    }

    fn label(&self, owners: &[u16], (across, down): (usize, usize), x: i32, y: i32) -> u16 {
        let ((left, dx), (top, dy)) = (split(x), split(y));
        let column = |i: usize| (left + i as i32 - 1).clamp(0, across as i32 - 1) as usize;
        let mut tally: [(u16, u64); 16] = [(Grid::SEA, 0); 16];
        let mut known = 0;
        for j in 0..4 {
            let row = (top + j as i32 - 1).clamp(0, down as i32 - 1) as usize * across;
            for i in 0..4 {
                let owner = owners[row + column(i)];
                if owner == Grid::SEA {
                    continue;
                }
                let weight = (self.0[dx as usize][i] >> 8) * (self.0[dy as usize][j] >> 8);
                let at = tally[..known].iter().position(|&(label, _)| label == owner);
                let at = at.unwrap_or_else(|| {
                    known += 1;
                    known - 1
                });
                tally[at] = (owner, tally[at].1 + weight);
            }
        }
        let most = tally[..known]
            .iter()
            .max_by_key(|&&(label, votes)| (votes, label));
        most.map_or(Grid::SEA, |&(label, _)| label)
    }
}
