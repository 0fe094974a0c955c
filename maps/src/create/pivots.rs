//! Places a pivot in every part of every territory.

use std::collections::HashMap;

use crate::limits::MAX_PIVOTS;
use crate::mask::{self, MaskError, RegionId, Regions, Rgba, RunBuffer, RunSink, Scan};
use crate::outlines::Grid;
use crate::{Draft, Rgb};

/// The regions of a grid in its colours.
///
/// # Errors
/// If it exceeds the limits of masks.
pub(crate) fn regions(grid: &Grid, sea: Rgb, keys: &[Rgb]) -> Result<Regions, MaskError> {
    let mut scan = Scan::new();
    scan.begin(grid.width() as u32, grid.height() as u32)?;
    let mut runs = RunBuffer::new();
    for y in 0..grid.height() {
        runs.clear();
        let mut end = 0;
        for same in grid.row(y).chunk_by(|a, b| a == b) {
            end += same.len() as u32;
            let colour = match same[0] {
                Grid::SEA => sea,
                label => keys[usize::from(label) - 1],
            };
            runs.push(end, colour.into());
        }
        scan.row(runs.as_runs())?;
    }
    scan.finish()
}

/// Gives each territory a pivot for each of its parts, the roomiest first, so that a fill from the
/// pivots covers all of it.
pub(crate) fn add_pivots(draft: &mut Draft, regions: &Regions) {
    let mut parts: HashMap<Rgba, Vec<RegionId>> = HashMap::new();
    for (id, region) in regions.iter() {
        parts.entry(region.colour).or_default().push(id);
    }
    for territory in &mut draft.territories {
        let parts = territory
            .colour
            .and_then(|colour| parts.get(&colour.into()));
        let mut pivots = mask::pivots(regions, parts.into_iter().flatten().copied());
        pivots.sort_by_key(|pivot| (std::cmp::Reverse(pivot.distance_squared), pivot.at));
        pivots.truncate(MAX_PIVOTS);
        territory.pivots = pivots.into_iter().map(|pivot| pivot.at).collect();
    }
}
