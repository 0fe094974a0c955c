//! The border between two territories.

use std::iter;
use std::ops::Range;

use marchland_maps::Point;
use marchland_maps::mask::{Bounds, RegionId, Run};

use crate::diagnostic::Spot;
use crate::input::{Land, Survey};

/// The border as defined by [`Contacts::across`]: of the border pixels of the territory
/// with fewer runs, the first in reading order and the bounding box of all. `None` if the
/// contact is across joined edges of the map.
///
/// Takes time proportional to the runs of that territory and the separators around it,
/// times the logarithm of the runs in a row.
///
/// [`Contacts::across`]: marchland_maps::mask::Contacts::across
pub(crate) fn border(survey: &Survey, land: &Land, a: usize, b: usize) -> Option<Spot> {
    let regions = &survey.regions;
    let size = |at: usize| -> u32 {
        land.parts()
            .of(at)
            .iter()
            .map(|&r| regions.get(r).runs)
            .sum()
    };
    let (small, large) = if size(a) <= size(b) { (a, b) } else { (b, a) };
    let theirs = |region| land.parts().territory_of(region) == Some(large);
    let mut seen = Seen::default();
    for &part in land.parts().of(small) {
        for run in regions.runs_of(part) {
            beside(survey, land, run, theirs, &mut seen);
            let above = (0..run.y).rev();
            facing(survey, land, run, above, theirs, &mut seen);
            let below = run.y + 1..regions.height();
            facing(survey, land, run, below, theirs, &mut seen);
        }
    }
    seen.spot
}

/// Adds the ends of `run` that face one of `theirs` in the same row.
fn beside(
    survey: &Survey,
    land: &Land,
    run: Run,
    theirs: impl Fn(RegionId) -> bool,
    seen: &mut Seen,
) {
    let regions = &survey.regions;
    let reach = land.gap() + 1;
    let in_sight = |other: &Run| !land.separates(other.region);
    let left = run.start.saturating_sub(reach)..run.start;
    let next = regions.row_within(run.y, left).rev().find(in_sight);
    if next.is_some_and(|other| theirs(other.region)) {
        seen.pixel(run.start, run.y);
    }
    let right = run.end..run.end + reach;
    let next = regions.row_within(run.y, right).find(in_sight);
    if next.is_some_and(|other| theirs(other.region)) {
        seen.pixel(run.end - 1, run.y);
    }
}

/// Adds the pixels of `run` that face one of `theirs` in `rows`, nearest row first.
fn facing(
    survey: &Survey,
    land: &Land,
    run: Run,
    rows: impl Iterator<Item = u32>,
    theirs: impl Fn(RegionId) -> bool,
    seen: &mut Seen,
) {
    // Columns with nothing but separators so far.
    let mut open: Vec<Range<u32>> = iter::once(run.start..run.end).collect();
    for y in rows.take(land.gap() as usize + 1) {
        let mut still = Vec::new();
        for columns in open {
            for other in survey.regions.row_within(y, columns.clone()) {
                let met = other.start.max(columns.start)..other.end.min(columns.end);
                if land.separates(other.region) {
                    still.push(met);
                } else if theirs(other.region) {
                    seen.pixel(met.start, run.y);
                    seen.pixel(met.end - 1, run.y);
                }
            }
        }
        if still.is_empty() {
            return;
        }
        open = still;
    }
}

/// The first of all added pixels and their bounding box.
#[derive(Default)]
struct Seen {
    spot: Option<Spot>,
}

impl Seen {
    fn pixel(&mut self, x: u32, y: u32) {
        let point = Point::new(x, y);
        let own = Bounds {
            left: x,
            top: y,
            right: x + 1,
            bottom: y + 1,
        };
        let (first, all) = self.spot.map_or((point, own), |spot| {
            (spot.point, spot.bounds.unwrap_or(own))
        });
        let is_first = (y, x) < (first.y, first.x);
        self.spot = Some(Spot {
            point: if is_first { point } else { first },
            bounds: Some(all.with(own)),
        });
    }
}

#[cfg(test)]
mod tests;
