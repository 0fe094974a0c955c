//! Divides land into parts of equal size with natural-looking borders.
//!
//! Each part has a *site* and a *head start*; its front spreads over the land, and takes what it
//! reaches first. Sites and head starts are chosen to give equal areas:
//!
//! ```text
//! land ── islands, shares ──> for each: sites ─┬─> march ─┬─> cells of some pixels
//!                              head starts ^   │          │
//!                              middles     └───┴─ areas ──┘   a few rounds
//!                                        and again, pixel by pixel ──> trim ──> parts
//! ```
//!
//! The result is an additively weighted Voronoi diagram, with distances measured along the land, so
//! that bays separate and necks connect. Noise of all sizes makes the terrain uneven, so borders
//! wind as if drawn. Sources: power diagrams of given areas (Aurenhammer, Hoffmann and Aronov
//! 1998), their use for districts, with sites moving to the middles (Cohen-Addad, Klein and Young
//! 2018), fast marching (Sethian 1996), Newton's method for the weights (Kitagawa, Mérigot and
//! Thibert 2019).
//!
//! Islands get parts by largest remainder; one without a part belongs to the part with the nearest
//! coast, and counts there.
//!
//! All calculations use integers, except the weights, which use only sums, products, quotients and
//! square roots: the same land and seed give the same parts on any machine.

mod balance;
mod lattice;
mod march;
mod trim;

use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::chance::{Chance, Noise, ONE};
use crate::mask::{Bounds, RegionId, Regions};
use crate::outlines::Grid;
use balance::{Effort, Plan, balance};
use march::{Field, March, PACE, UNREACHED};
use trim::trim;

/// Most parts of one division.
pub const MAX_PARTS: usize = 1_024;

/// Most pixels of the rectangle around land to be divided or cut; about thirty bytes are held for
/// each.
pub const MAX_PIXELS: u64 = 1 << 25;

/// Cells of a part while balancing at low resolution.
const CELLS: u64 = 600;

/// The largest relative deviation of a part's area.
const WITHIN: f64 = 0.015;

/// Land to be divided: a rectangle of pixels, each land or not.
#[derive(Debug, Clone)]
pub struct Land {
    left: u32,
    top: u32,
    width: usize,
    pixels: Vec<bool>,
}

impl Land {
    /// The pixels of `width` columns, row by row; the first is in column `left` of row `top` of the
    /// mask.
    ///
    /// # Panics
    /// If there are no pixels, or they are not whole rows.
    pub fn new(left: u32, top: u32, width: usize, pixels: Vec<bool>) -> Self {
        assert!(
            width > 0 && !pixels.is_empty() && pixels.len().is_multiple_of(width),
            "whole rows"
        );
        Self {
            left,
            top,
            width,
            pixels,
        }
    }

    /// The land of some regions of a mask; `None` if there are none.
    ///
    /// # Errors
    /// [`DivideError::TooLarge`].
    pub fn of(regions: &Regions, ids: &[RegionId]) -> Result<Option<Self>, DivideError> {
        let bounds = ids.iter().map(|&id| regions.get(id).bounds);
        let Some(around) = bounds.reduce(Bounds::with) else {
            return Ok(None);
        };
        let (left, top) = (around.left, around.top);
        let (width, height) = (around.width() as usize, around.height() as usize);
        if width as u64 * height as u64 > MAX_PIXELS {
            return Err(DivideError::TooLarge);
        }
        let mut pixels = vec![false; width * height];
        for run in ids.iter().flat_map(|&id| regions.runs_of(id)) {
            let row = (run.y - top) as usize * width;
            pixels[row + (run.start - left) as usize..row + (run.end - left) as usize].fill(true);
        }
        Ok(Some(Self::new(left, top, width, pixels)))
    }

    /// The first column of the mask.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// The first row of the mask.
    pub fn top(&self) -> u32 {
        self.top
    }

    /// Pixels in a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels of land.
    pub fn area(&self) -> usize {
        self.pixels.iter().filter(|&&land| land).count()
    }

    /// For each pixel of the rectangle, row by row, whether it is land.
    pub(crate) fn pixels(&self) -> &[bool] {
        &self.pixels
    }

    /// The pixels that share a side with a pixel.
    pub(crate) fn sides(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, len) = (self.width, self.pixels.len());
        let sides = [
            (at >= width).then(|| at - width),
            (!at.is_multiple_of(width)).then(|| at - 1),
            (!(at + 1).is_multiple_of(width)).then_some(at + 1),
            (at + width < len).then_some(at + width),
        ];
        sides.into_iter().flatten()
    }
}

/// The shape of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Style {
    /// Winding borders, as if grown.
    #[default]
    Natural,
    /// Squares, except at the coast.
    Squares,
    /// Hexagons, except at the coast.
    Hexes,
}

/// Why land is not divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DivideError {
    /// The number of parts is out of range.
    #[error("land can be divided into 1 to {MAX_PARTS} parts, not into {0}")]
    Parts(usize),
    /// There are fewer pixels than parts.
    #[error("{area} pixels of land are too few for {parts} parts")]
    TooSmall {
        /// Pixels of land.
        area: usize,
        /// Parts asked for.
        parts: usize,
    },
    /// The rectangle is too large.
    #[error("the rectangle around the land has more than {MAX_PIXELS} pixels")]
    TooLarge,
    /// The caller cancelled.
    #[error("dividing was cancelled")]
    Cancelled,
}

/// Divides land into `parts` of equal area, each connected except for islands too small for a part
/// of their own. Returns the part of each pixel, from 1, and [`Grid::SEA`] where there is no land.
/// `watch` is called with the progress, from 0 to 1, and can cancel by returning `Break`.
///
/// Areas on one island differ by less than two percent, or by a few pixels if parts have fewer than
/// a few hundred.
///
/// Time: about a microsecond for each pixel.
///
/// # Errors
/// [`DivideError`].
pub fn divide(
    land: &Land,
    parts: usize,
    style: Style,
    seed: u64,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Vec<u16>, DivideError> {
    let look = Look {
        style,
        seed,
        is_exact: true,
    };
    divided(land, parts, look, watch)
}

/// How to divide land.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) style: Style,
    pub(crate) seed: u64,
    /// Whether to exchange single pixels at the end until areas are equal. Otherwise, imbalances in
    /// narrow land remain.
    pub(crate) is_exact: bool,
}

/// [`divide`] with equal or approximately equal areas.
///
/// # Errors
/// [`DivideError`].
pub(crate) fn divided(
    land: &Land,
    parts: usize,
    look: Look,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Vec<u16>, DivideError> {
    if !(1..=MAX_PARTS).contains(&parts) {
        return Err(DivideError::Parts(parts));
    }
    if land.pixels.len() as u64 > MAX_PIXELS {
        return Err(DivideError::TooLarge);
    }
    let area = land.area();
    if area < parts {
        return Err(DivideError::TooSmall { area, parts });
    }
    let islands = Island::all(land, parts);
    let mut labels = vec![Grid::SEA; land.pixels.len()];
    let mut first = 1;
    let mut done = 0;
    for island in islands.iter().filter(|island| island.parts > 0) {
        let mut go_on = |share: f64| {
            let own = share * island.pixels.len() as f64;
            watch((done as f64 + own) / area as f64)
        };
        divide_island(land, island, first, look, &mut labels, &mut go_on)
            .ok_or(DivideError::Cancelled)?;
        done += island.pixels.len();
        first += island.parts as u16;
    }
    for island in islands.iter().filter(|island| island.parts == 0) {
        let label = labels[island.shore];
        for &pixel in &island.pixels {
            labels[pixel] = label;
        }
    }
    Ok(labels)
}

/// Divides a rectangle of cells into provinces with areas approximately proportional to `shares`;
/// returns the province of each cell, from 0. `None` if `watch` returns `Break`.
pub(crate) fn provinces(
    width: usize,
    height: usize,
    shares: &[u32],
    seed: u64,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<u16>> {
    let noise = Noise::new(seed, 21);
    let across = (width * height / shares.len()).isqrt() as i32;
    let row = width + 2;
    let mut field = Field {
        width: row,
        cost: vec![0; row * (height + 2)],
        mass: vec![0; row * (height + 2)],
        side: 1,
    };
    for y in 0..height {
        for x in 0..width {
            let at = (y + 1) * row + x + 1;
            field.mass[at] = 1;
            field.cost[at] = cost(noise, x as i32, y as i32, across);
        }
    }
    let sites = lattice::scattered(&field, shares.len(), &mut Chance::new(seed, 22));
    let mut plan = Plan::new(sites, shares.to_vec());
    let mut march = March::default();
    let effort = Effort {
        marches: 24,
        moves: 2, // few: no two provinces are to be alike
        within: 2.0 * WITHIN,
    };
    balance(&field, &mut plan, &mut march, effort, watch)?;
    Some(field.cells().map(|at| march.parts[at]).collect())
}

/// The time a front takes for a pixel, in terrain whose parts have this diameter.
fn cost(noise: Noise, x: i32, y: i32, across: i32) -> u32 {
    let rough = noise.fractal(x, y, (across / 2).max(4), 3);
    let share = (ONE + rough * 4 / 5).clamp(ONE / 4, 2 * ONE);
    (PACE as i32 * share / ONE) as u32
}

/// A piece of land surrounded by sea.
#[derive(Debug)]
struct Island {
    pixels: Vec<usize>,
    parts: usize,
    /// Areas added to some of its pixels: islands without parts.
    dependents: Vec<(usize, usize)>,
    /// For an island without parts: the nearest pixel of one with parts.
    shore: usize,
}

impl Island {
    /// The islands of some land, each with its share of the parts.
    fn all(land: &Land, parts: usize) -> Vec<Self> {
        let mut islands = Vec::new();
        let mut seen = vec![false; land.pixels.len()];
        for start in 0..land.pixels.len() {
            if !land.pixels[start] || seen[start] {
                continue;
            }
            seen[start] = true;
            let mut pixels = vec![start];
            let mut next = 0;
            while let Some(&at) = pixels.get(next) {
                next += 1;
                for near in land.sides(at) {
                    if land.pixels[near] && !std::mem::replace(&mut seen[near], true) {
                        pixels.push(near);
                    }
                }
            }
            islands.push(Self {
                pixels,
                parts: 0,
                dependents: Vec::new(),
                shore: start,
            });
        }
        Self::share(&mut islands, parts);
        Self::attach(&mut islands, land);
        islands
    }

    /// Distributes parts by largest remainder; no island gets more than it has pixels.
    fn share(islands: &mut [Self], parts: usize) {
        let all: usize = islands.iter().map(|island| island.pixels.len()).sum();
        let mut left = parts;
        let mut remainders = Vec::new();
        for (at, island) in islands.iter_mut().enumerate() {
            let quota = island.pixels.len() * parts;
            island.parts = quota / all;
            left -= island.parts;
            remainders.push((std::cmp::Reverse(quota % all), at));
        }
        remainders.sort_unstable();
        for &(_, at) in remainders.iter().cycle() {
            if left == 0 {
                break;
            }
            let island = &mut islands[at];
            if island.parts < island.pixels.len() {
                island.parts += 1;
                left -= 1;
            }
        }
    }

    /// Finds the nearest shore for each island without parts.
    fn attach(islands: &mut [Self], land: &Land) {
        let mut lonely = islands.iter().filter(|island| island.parts == 0).count();
        if lonely == 0 {
            return;
        }
        let mut shores = vec![u32::MAX; land.pixels.len()];
        let mut front = VecDeque::new();
        let mut owners = vec![usize::MAX; land.pixels.len()];
        for (at, island) in islands.iter().enumerate() {
            for &pixel in &island.pixels {
                owners[pixel] = at;
                if island.parts > 0 {
                    shores[pixel] = pixel as u32;
                    front.push_back(pixel);
                }
            }
        }
        let mut reached = vec![false; islands.len()];
        while let Some(at) = front.pop_front() {
            for near in land.sides(at) {
                if shores[near] != u32::MAX {
                    continue;
                }
                shores[near] = shores[at];
                let owner = owners[near];
                if owner != usize::MAX && !std::mem::replace(&mut reached[owner], true) {
                    let shore = shores[at] as usize;
                    islands[owner].shore = shore;
                    let area = islands[owner].pixels.len();
                    islands[owners[shore]].dependents.push((shore, area));
                    lonely -= 1;
                    if lonely == 0 {
                        return;
                    }
                }
                front.push_back(near);
            }
        }
    }
}

/// Divides an island into its parts, numbered from `first`.
fn divide_island(
    land: &Land,
    island: &Island,
    first: u16,
    Look {
        style,
        seed,
        is_exact,
    }: Look,
    labels: &mut [u16],
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<()> {
    if island.parts == 1 {
        for &pixel in &island.pixels {
            labels[pixel] = first;
        }
        return watch(1.0).is_continue().then_some(());
    }
    let across = (island.pixels.len() as u64 / island.parts as u64)
        .isqrt()
        .max(1);
    let side = ((across * across / CELLS).isqrt() as u32).max(1);
    let ground = Ground {
        land,
        island,
        noise: (style == Style::Natural).then(|| Noise::new(seed, 11)),
        across: across as i32,
    };
    let (coarse, places) = ground.field(side);
    let mut chance = Chance::new(seed, 12 + u64::from(first));
    let sites = match style {
        Style::Natural => lattice::scattered(&coarse, island.parts, &mut chance),
        Style::Squares | Style::Hexes => {
            lattice::regular(&coarse, island.parts, style == Style::Hexes, &mut chance)
        }
    };
    let mut plan = Plan::new(sites, vec![1; island.parts]);
    let mut march = March::default();
    let mut rounds = 0.0;
    let mut step = || {
        rounds += 1.0;
        watch(f64::min(0.5, rounds / 40.0))
    };
    let effort = Effort {
        marches: 32,
        moves: if style == Style::Squares { 0 } else { 8 },
        within: if side == 1 { WITHIN } else { WITHIN / 2.0 },
    };
    balance(&coarse, &mut plan, &mut march, effort, &mut step)?;
    let field = if side == 1 {
        coarse
    } else {
        let (fine, _) = ground.field(1);
        for site in &mut plan.sites {
            *site = places[*site] as usize;
        }
        let mut rounds = 0.0;
        let mut step = || {
            rounds += 1.0;
            watch(f64::min(1.0, 0.5 + rounds / 16.0))
        };
        let effort = Effort {
            marches: 6,
            moves: 0,
            within: WITHIN,
        };
        balance(&fine, &mut plan, &mut march, effort, &mut step)?;
        fine
    };
    if is_exact {
        trim(&field, &mut march.parts, island.parts, WITHIN);
    }
    let (left, top, _) = ground.bounds();
    for at in field.cells() {
        let part = march.parts[at];
        let (x, y) = (at % field.width - 1 + left, at / field.width - 1 + top);
        if part != UNREACHED {
            labels[y * land.width + x] = first + part;
        }
    }
    Some(())
}

/// The terrain of an island.
struct Ground<'a> {
    land: &'a Land,
    island: &'a Island,
    noise: Option<Noise>,
    /// Diameter of a part in pixels.
    across: i32,
}

impl Ground<'_> {
    /// The first column, the first row and the column after the last.
    fn bounds(&self) -> (usize, usize, usize) {
        let width = self.land.width;
        let pixels = || self.island.pixels.iter();
        let left = pixels().map(|at| at % width).min().unwrap_or(0);
        let right = pixels().map(|at| at % width + 1).max().unwrap_or(1);
        let top = pixels().map(|at| at / width).min().unwrap_or(0);
        (left, top, right)
    }

    /// The island in cells of this many pixels a side, and for each cell the pixel that represents
    /// it.
    fn field(&self, side: u32) -> (Field, Vec<u32>) {
        let (left, top, right) = self.bounds();
        let cell_pixels = side as usize;
        let width = (right - left).div_ceil(cell_pixels) + 2;
        let fine = right - left + 2;
        let pixels = || self.island.pixels.iter();
        let bottom = pixels().map(|at| at / self.land.width + 1).max();
        let height = (bottom.unwrap_or(top + 1) - top).div_ceil(cell_pixels) + 2;
        let mut field = Field {
            width,
            cost: vec![0; width * height],
            mass: vec![0; width * height],
            side,
        };
        let mut places = vec![u32::MAX; width * height];
        let cell_of = |at: usize| {
            let (x, y) = (at % self.land.width - left, at / self.land.width - top);
            ((y / cell_pixels + 1) * width + x / cell_pixels + 1, x, y)
        };
        for &pixel in &self.island.pixels {
            let (cell, x, y) = cell_of(pixel);
            field.mass[cell] += 1;
            // The pixel nearest to the middle, by Chebyshev distance.
            let off = |v: usize| (v % cell_pixels).abs_diff(cell_pixels / 2);
            let place = |at: usize| off(at % fine - 1).max(off(at / fine - 1));
            let here = (y + 1) * fine + x + 1;
            let known = places[cell];
            if known == u32::MAX || place(here) < place(known as usize) {
                places[cell] = here as u32;
            }
        }
        for cell in 0..field.cost.len() {
            if field.mass[cell] > 0 {
                let x = (cell % width - 1) * cell_pixels + cell_pixels / 2 + left;
                let y = (cell / width - 1) * cell_pixels + cell_pixels / 2 + top;
                let cost = self.noise.map_or(PACE, |noise| {
                    let (x, y) = (
                        x as i32 + self.land.left as i32,
                        y as i32 + self.land.top as i32,
                    );
                    cost(noise, x, y, self.across)
                });
                field.cost[cell] = cost * side;
            }
        }
        for &(shore, area) in &self.island.dependents {
            field.mass[cell_of(shore).0] += area as u32;
        }
        (field, places)
    }
}

#[cfg(test)]
mod tests;
