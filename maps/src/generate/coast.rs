//! Draws coasts: which cells are land, and of which continent.
//!
//! The sheet is divided into *provinces*, one for each continent, with areas proportional to their
//! numbers of territories. In each, the ground rises towards the middle, with noise added, and its
//! sea level is chosen so that all territories get equal area. Where two continents are to meet on
//! land, the ground does not fall towards their border.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::cells::{self, SIDE, STEP};
use crate::chance::{Chance, Noise, ONE};
use crate::divide;
use crate::outlines::Grid;

/// Parameters of a map.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    /// Cells in a row.
    pub(super) width: usize,
    /// Rows of cells.
    pub(super) height: usize,
    /// By continent: the number of its territories.
    pub(super) members: Vec<u32>,
    pub(super) seed: u64,
}

impl Sheet {
    /// Relative sizes of the provinces: those of the continents, then those of oceans, which have
    /// no land.
    fn shares(&self) -> Vec<u32> {
        let all: u32 = self.members.iter().sum();
        let count = self.members.len();
        let oceans = (count / 3).max(1);
        let ocean = (all * 3 / (5 * count as u32)).max(1);
        let members = self.members.iter().copied();
        members.chain((0..oceans).map(|_| ocean)).collect()
    }

    /// The number of territories of a province.
    fn members(&self, province: u16) -> u32 {
        self.members
            .get(usize::from(province))
            .copied()
            .unwrap_or(0)
    }
}

/// Side of a province's building blocks, in cells.
const BLOCK: usize = 4;

/// Cells of sea on either side of the border of two provinces.
const CHANNEL: i32 = 4 * STEP;

/// Where two continents meet on land.
struct Neck {
    of: (u16, u16),
    at: (i32, i32),
    reach: i32,
}

/// Draws the coasts: a label for each continent, from 1. `None` if `watch` cancels.
pub(super) fn draw(sheet: &Sheet, watch: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Grid> {
    let provinces = provinces(sheet, watch)?;
    let necks = necks(sheet, &provinces);
    let heights = relief(sheet, &provinces, &necks);
    let mut grid = flood(sheet, &provinces, &heights);
    smooth(&mut grid, &provinces);
    tidy(&mut grid);
    Some(grid)
}

/// The province of each cell, from 0.
fn provinces(sheet: &Sheet, watch: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Vec<u16>> {
    let (width, height) = (sheet.width.div_ceil(BLOCK), sheet.height.div_ceil(BLOCK));
    let blocks = divide::provinces(width, height, &sheet.shares(), sheet.seed, watch)?;
    let bend = [44, 45].map(|purpose| Noise::new(sheet.seed, purpose));
    let side = SIDE as i32;
    let block = |v: i32, by: i32, count: usize| {
        ((v + by * side / ONE) / BLOCK as i32).clamp(0, count as i32 - 1) as usize
    };
    let mut provinces = Vec::with_capacity(sheet.width * sheet.height);
    for y in 0..sheet.height as i32 {
        for x in 0..sheet.width as i32 {
            let [right, down] = bend.map(|noise| noise.fractal(x, y, 3 * side, 4));
            provinces.push(blocks[block(y, down, height) * width + block(x, right, width)]);
        }
    }
    Some(provinces)
}

/// Chooses which continents meet on land, and where.
fn necks(sheet: &Sheet, provinces: &[u16]) -> Vec<Neck> {
    let mut borders: BTreeMap<(u16, u16), Vec<(i32, i32)>> = BTreeMap::new();
    let mut sums = vec![(0_i64, 0_i64, 0_i64); sheet.shares().len()];
    for (at, &own) in provinces.iter().enumerate() {
        let (x, y) = ((at % sheet.width) as i32, (at / sheet.width) as i32);
        let sum = &mut sums[usize::from(own)];
        *sum = (sum.0 + i64::from(x), sum.1 + i64::from(y), sum.2 + 1);
        for near in cells::onward(sheet.width, at, provinces.len()) {
            let other = provinces[near];
            if other != own && sheet.members(own.max(other)) > 0 {
                let border = borders.entry((own.min(other), own.max(other)));
                border.or_default().push((x, y));
            }
        }
    }
    let mut chance = Chance::new(sheet.seed, 31);
    let mut pairs: Vec<_> = borders.into_iter().collect();
    chance.shuffle(&mut pairs);
    // A continent of few territories has few gates.
    let room = sheet.members.iter().map(|&members| (members / 5).min(2));
    let mut room: Vec<u32> = room.collect();
    let mut necks = Vec::new();
    for ((a, b), border) in pairs {
        let ends = [a, b].map(usize::from);
        let is_long = border.len() > 2 * SIDE;
        if ends.iter().any(|&end| room[end] == 0) || !is_long || chance.below(100) >= 60 {
            continue;
        }
        for end in ends {
            room[end] -= 1;
        }
        // At the point of the border closest to halfway between the two middles.
        let middle = |axis: fn(&(i64, i64, i64)) -> i64| {
            let of = ends.map(|end| axis(&sums[end]) / sums[end].2.max(1));
            i64::midpoint(of[0], of[1]) as i32
        };
        let (x, y) = (middle(|sum| sum.0), middle(|sum| sum.1));
        let nearest = border.iter().min_by_key(|&&(bx, by)| {
            let (dx, dy) = (i64::from(bx - x), i64::from(by - y));
            dx * dx + dy * dy
        });
        if let Some(&at) = nearest {
            let reach = SIDE as i32 * 4 / 5 + chance.below(SIDE / 2) as i32;
            let of = (a, b);
            necks.push(Neck { of, at, reach });
        }
    }
    necks
}

/// Distance of two cells.
fn apart(a: (i32, i32), b: (i32, i32)) -> i32 {
    let (dx, dy) = (i64::from(a.0 - b.0), i64::from(a.1 - b.1));
    (dx * dx + dy * dy).isqrt() as i32
}

/// The height of the ground, comparable only within a province.
fn relief(sheet: &Sheet, provinces: &[u16], necks: &[Neck]) -> Vec<i32> {
    let (width, len) = (sheet.width, provinces.len());
    let place = |at: usize| ((at % width) as i32, (at / width) as i32);
    let mut is_edge = vec![false; len];
    for at in 0..len {
        for near in cells::onward(width, at, len) {
            let of = (
                provinces[at].min(provinces[near]),
                provinces[at].max(provinces[near]),
            );
            let joins = |neck: &Neck| neck.of == of && apart(neck.at, place(at)) < neck.reach;
            if of.0 != of.1 && !necks.iter().any(joins) {
                is_edge[at] = true;
                is_edge[near] = true;
            }
        }
    }
    let far = cells::distances(width, &is_edge, true);
    let noises = [41, 42, 46].map(|purpose| Noise::new(sheet.seed, purpose));
    let side = SIDE as i32;
    (0..len)
        .map(|at| {
            let (x, y) = place(at);
            let own = provinces[at];
            let members = i64::from(sheet.members(own));
            if members == 0 {
                return -8 * ONE;
            }
            // Approximate distance from the continent's middle to its coast.
            let reach = (members * i64::from(side * side)).isqrt() as i32;
            let slope = (far[at] * ONE / (reach * STEP)).min(ONE);
            let broad = noises[0].fractal(x, y, (reach * 5 / 4).max(side), side / 2);
            let fine = noises[1].fractal(x, y, side * 3 / 2, 3);
            let mut height = slope * 3 / 4 + broad * 9 / 10 + fine * 3 / 4;
            for neck in necks
                .iter()
                .filter(|neck| neck.of.0 == own || neck.of.1 == own)
            {
                let off = apart(neck.at, (x, y));
                let wide = neck.reach * 7 / 4;
                height += (wide - off).max(0) * ONE * 5 / (4 * wide);
            }
            // Coasts keep away from the edges of the sheet, at varying distances.
            let edge = x
                .min(y)
                .min(sheet.width as i32 - 1 - x)
                .min(sheet.height as i32 - 1 - y);
            let shelf = side * 3 / 2 + noises[2].fractal(x, y, 5 * side, side) * 2 * side / ONE;
            if edge < shelf {
                height -= (shelf - edge) * ONE / side;
            }
            if far[at] < CHANNEL || edge < side / 5 {
                height -= 8 * ONE;
            }
            height
        })
        .collect()
}

/// Raises as much of each province above the sea as its territories need.
fn flood(sheet: &Sheet, provinces: &[u16], heights: &[i32]) -> Grid {
    let mut by_province: Vec<Vec<i32>> = vec![Vec::new(); sheet.shares().len()];
    for (&province, &height) in provinces.iter().zip(heights) {
        by_province[usize::from(province)].push(height);
    }
    let levels: Vec<i32> = by_province
        .into_iter()
        .zip(0..)
        .map(|(mut heights, province)| {
            heights.sort_unstable_by_key(|&height| std::cmp::Reverse(height));
            let land = sheet.members(province) as usize * SIDE * SIDE;
            heights.get(land).or(heights.last()).copied().unwrap_or(0)
        })
        .collect();
    let labels = provinces.iter().zip(heights);
    let labels = labels.map(|(&province, &height)| {
        if height > levels[usize::from(province)] && height > -4 * ONE {
            province + 1
        } else {
            Grid::SEA
        }
    });
    let (width, height) = (sheet.width as u32, sheet.height as u32);
    Grid::from_cells(width, height, false, labels.collect())
}

/// Removes features too thin to be drawn: each cell takes the majority label around it.
fn smooth(grid: &mut Grid, provinces: &[u16]) {
    let before = grid.clone();
    for (at, &province) in provinces.iter().enumerate() {
        let own = province + 1;
        let (mut land, mut others, mut all) = (0, 0, 0);
        for near in before.around(at, 1) {
            let label = before.cells()[near];
            all += 1;
            land += usize::from(label == own);
            others += usize::from(label != own && label != Grid::SEA);
        }
        let is_land = before.cells()[at] != Grid::SEA;
        // The sea between two continents is not filled.
        let grows = others == 0 || is_land;
        grid.cells_mut()[at] = if 2 * (land + others) > all && grows {
            own
        } else {
            Grid::SEA
        };
    }
}

/// Removes ponds and islets too small to be seen, and islands too small for a territory but too
/// large to be attached to another.
fn tidy(grid: &mut Grid) {
    const ISLET: usize = SIDE * SIDE / 24;
    const ISLAND: std::ops::Range<usize> = SIDE * SIDE / 5..SIDE * SIDE * 3 / 5;
    const POND: usize = SIDE * SIDE / 5;
    for piece in cells::pieces(grid) {
        let size = piece.cells.len();
        let new = if piece.label != Grid::SEA {
            (size < ISLET || ISLAND.contains(&size)).then_some(Grid::SEA)
        } else if size < POND {
            let around = piece.cells.iter().flat_map(|&at| grid.sides(at));
            let mut labels = around.map(|near| grid.cells()[near]);
            labels.find(|&label| label != Grid::SEA)
        } else {
            None
        };
        if let Some(new) = new {
            for &at in &piece.cells {
                grid.cells_mut()[at] = new;
            }
        }
    }
}
