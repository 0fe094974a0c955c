//! Finds territories that face each other across water.
//!
//! The mask is laid on a coarse grid of at most [`grid::GRID`] cells a side. From the coast of each
//! territory a front spreads over the water, in eight directions, up to the reach of a link. Any
//! other coast it meets is a candidate, at the distance where it is met. Land stops the front, so
//! no candidate crosses a third territory.
//!
//! ```text
//! A A . . . . . B       a step to the side costs 5, a diagonal one 7; the numbers are how
//! A A 5 10 15 20 B      far the front of A has come: B is met after 25, five cells
//! A A . . C C C C       C is met earlier, and hides everything behind it
//! ```
//!
//! This is Dijkstra's search with a bucket queue (Dial 1969), since no step is longer than 7; such
//! chamfer distances (Borgefors 1986) are within 8 % of the true ones. Where the straight way is
//! open, the distance is then measured between the pixels of the two coasts.

mod grid;
mod search;

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use crate::place::{Point, Wrap};

use super::regions::Regions;
use super::run::RegionId;
use super::sets::Sets;
use grid::{Grid, Hit, STEP, WATER};
use search::Search;

/// The most parts of a map that are joined by links longer than asked for.
const JOINED: usize = 64;

/// What a region is to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The sea, a lake: ships can cross it.
    Water,
    /// A drawn line or dirt: belongs to a coast within the gap, otherwise to the sea.
    Line,
    /// A part of the territory of that number.
    Land(usize),
    /// Land that belongs to no territory.
    Wall,
}

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeaOptions {
    /// Longest distance over water, in pixels. `None` chooses one and a half times the typical
    /// diameter of a territory, at most 8 % of the mask's diagonal. A part of the map that no link
    /// of this length connects gets its shortest link, whatever its length.
    pub reach: Option<f64>,
    /// Widest line across which territories touch, in pixels: lines this near to a coast belong to
    /// it.
    pub gap: u32,
    /// Whether water no wider than `gap` between two territories is a border as well, not a sea
    /// route: where no lines are drawn.
    pub sea_parts: bool,
    /// Edges across which routes continue.
    pub wrap: Wrap,
}

/// A possible link by sea.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeaLink {
    /// The territory with the smaller number.
    pub a: usize,
    /// The other one.
    pub b: usize,
    /// Length of the route over water, in pixels: straight if possible, otherwise around the
    /// corners, to about 5 %. Exact to the size of a grid cell.
    pub distance: f64,
    /// Where it leaves `a`.
    pub from: Point,
    /// Where it reaches `b`.
    pub to: Point,
    /// Whether it crosses an edge of the mask that is joined to the opposite one.
    pub wraps: bool,
}

/// Candidates for links by sea, the shortest first, ties by territory. Two territories with only a
/// line no wider than the gap between them are not candidates, because there is no water.
///
/// `ground` classifies regions; `skip` excludes pairs (smaller number first), usually those that
/// touch. Takes time linear in the runs, plus for each territory the cells of water within reach of
/// its coast.
pub fn sea_links(
    regions: &Regions,
    options: &SeaOptions,
    ground: impl FnMut(RegionId) -> Ground,
    skip: impl Fn(usize, usize) -> bool,
) -> Vec<SeaLink> {
    let mut on = |_| ControlFlow::Continue(());
    sea_links_watched(regions, options, ground, skip, &mut on).unwrap_or_default()
}

/// [`sea_links`] that calls `watch` once for each territory with the progress, from 0 to 1; `None`
/// if it returns `Break`.
pub fn sea_links_watched(
    regions: &Regions,
    options: &SeaOptions,
    ground: impl FnMut(RegionId) -> Ground,
    skip: impl Fn(usize, usize) -> bool,
    watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<SeaLink>> {
    let grid = Grid::new(regions, options, ground);
    let scale = f64::from(grid.shape.scale);
    let reach = options
        .reach
        .unwrap_or_else(|| grid.ordinary_reach(regions));
    let limit = (reach / scale).ceil().clamp(1.0, 1e6) as u32 * STEP;

    let mut search = Search::new(&grid);
    let mut hits: BTreeMap<(u32, u32), Hit> = BTreeMap::new();
    let coasts = grid.coasts();
    for (at, (&territory, coast)) in coasts.iter().enumerate() {
        if watch(at as f64 / coasts.len() as f64).is_break() {
            return None;
        }
        // The nearest hit of each land met, `None` for those to skip.
        let mut met: HashMap<u32, Option<Hit>> = HashMap::new();
        // A coast is met cell by cell, mostly no nearer than at first.
        let mut last = (WATER, 0);
        search.spread(&grid, coast, limit, &mut |hit| {
            let other = grid.cells[hit.to as usize];
            if other <= territory || (other == last.0 && hit.distance >= last.1) {
                return ControlFlow::Continue(());
            }
            let best = met.entry(other).or_insert_with(|| {
                let skipped = skip(territory as usize, other as usize);
                (!skipped).then_some(hit)
            });
            if let Some(best) = best
                && hit.distance < best.distance
            {
                *best = hit;
            }
            last = (other, best.map_or(0, |best| best.distance));
            ControlFlow::Continue(())
        });
        hits.extend(
            met.into_iter()
                .filter_map(|(other, hit)| Some(((territory, other), hit?))),
        );
    }
    join(&grid, &mut search, &coasts, &mut hits, &skip);

    let mut links: Vec<SeaLink> = hits
        .into_iter()
        .filter_map(|((a, b), hit)| grid.link(regions, a, b, hit))
        .collect();
    links.sort_by(|one, two| {
        let key = |link: &SeaLink| (link.a, link.b);
        one.distance
            .total_cmp(&two.distance)
            .then(key(one).cmp(&key(two)))
    });
    Some(links)
}

/// Adds the shortest link of any part of the map that is connected neither by a candidate nor by a
/// skipped pair.
fn join(
    grid: &Grid,
    search: &mut Search,
    coasts: &BTreeMap<u32, Vec<u32>>,
    hits: &mut BTreeMap<(u32, u32), Hit>,
    skip: &impl Fn(usize, usize) -> bool,
) {
    let lands: Vec<u32> = grid.lands();
    let place = |land: u32| lands.partition_point(|&other| other < land) as u32;
    let mut sets = Sets::new(lands.len() as u32);
    for &(a, b) in hits.keys().chain(&grid.touching(skip)) {
        sets.join(place(a), place(b));
    }
    for _ in 0..JOINED {
        // The smallest part goes first; ties go to the first.
        let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (&land, at) in lands.iter().zip(0..) {
            parts.entry(sets.find(at)).or_default().push(land);
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
        sets.join(place(from), place(to));
    }
}

#[cfg(test)]
mod tests;
