//! Chooses the initial sites.

use super::march::Field;
use crate::chance::Chance;

/// Approximately evenly spaced places by dart throwing: darts too close to another are rejected;
/// the less room there is, the closer they may be.
pub(super) fn scattered(field: &Field, count: usize, chance: &mut Chance) -> Vec<usize> {
    let mut cells: Vec<usize> = field.cells().collect();
    chance.shuffle(&mut cells);
    let area = cells.len() / count;
    let mut sites: Vec<usize> = Vec::with_capacity(count);
    let mut apart = area as u64 * 4 / 5;
    loop {
        for &cell in cells.iter().take(40 * count) {
            if sites.len() == count {
                return sites;
            }
            if sites
                .iter()
                .all(|&site| square(field, site, cell) >= apart.max(1))
            {
                sites.push(cell);
            }
        }
        apart = apart * 2 / 3;
    }
}

/// Points of a square or hexagonal lattice, as many as requested.
pub(super) fn regular(field: &Field, count: usize, hexes: bool, chance: &mut Chance) -> Vec<usize> {
    let cells: Vec<usize> = field.cells().collect();
    let height = field.cost.len() / field.width;
    let mut best: Vec<usize> = Vec::new();
    // Wider and wider, and shifted, until the right number hits the land.
    for attempt in 0..96 {
        let area = cells.len() as f64 / count as f64 * (0.7 + 0.01 * f64::from(attempt));
        let (across, down) = if hexes {
            // Rows are √¾ of a step apart.
            (
                (area / 0.866_025_403_8).sqrt(),
                (area * 0.866_025_403_8).sqrt(),
            )
        } else {
            (area.sqrt(), area.sqrt())
        };
        let shift = |chance: &mut Chance, by: f64| by * chance.below(64) as f64 / 64.0;
        let (right, below) = (shift(chance, across), shift(chance, down));
        let mut found = Vec::new();
        for row in 0..=(height as f64 / down) as usize {
            let y = (below + row as f64 * down) as usize;
            let odd = if hexes && row % 2 == 1 {
                across / 2.0
            } else {
                0.0
            };
            for column in 0..=(field.width as f64 / across) as usize {
                let x = (right + odd + column as f64 * across) as usize;
                if x < field.width && y < height && field.cost[y * field.width + x] > 0 {
                    found.push(y * field.width + x);
                }
            }
        }
        // Steps shorter than a cell may hit one twice.
        found.sort_unstable();
        found.dedup();
        if found.len().abs_diff(count) < best.len().abs_diff(count) {
            best = found;
        }
        if best.len() == count {
            return best;
        }
    }
    best.truncate(count);
    // By cell: the squared distance of the nearest site.
    let mut nearest: Vec<u64> = vec![u64::MAX; cells.len()];
    let mut known = 0;
    while best.len() < count {
        for &site in &best[known..] {
            for (least, &cell) in nearest.iter_mut().zip(&cells) {
                *least = square(field, site, cell).min(*least);
            }
        }
        known = best.len();
        // The cell farthest from all of them.
        let Some((_, &far)) = nearest.iter().zip(&cells).max_by_key(|&(least, _)| least) else {
            break;
        };
        best.push(far);
    }
    best
}

/// The squared distance of two cells.
fn square(field: &Field, a: usize, b: usize) -> u64 {
    let dx = (a % field.width).abs_diff(b % field.width) as u64;
    let dy = (a / field.width).abs_diff(b / field.width) as u64;
    dx * dx + dy * dy
}
