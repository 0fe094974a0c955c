//! Distance of every pixel from the nearest land.

use std::ops::Range;

use super::Plan;
use crate::outlines::Grid;

/// For some rows: the squared distances of all pixels from the nearest one that is not sea, in
/// pixels, 0 on land, capped at that of `limit`; around the edge if the plan wraps. Each row is
/// passed to `take` as it is found, from the top.
///
/// Exact, in integers: columns first, then for each row the lower envelope of parabolas (Meijster,
/// Roerdink and Hesselink 2000), one for each stretch of sea:
///
/// ```text
/// land|            sea             |land      the parabola over the last pixel of land on
///     \      .--.          .--.   /           either side, and one over each pixel between
///      \    /    \________/    \ /            with land near above or below; beyond the
///       `--'                    V             land no parabola comes lower
/// ```
///
/// Time: the pixels, and those of `limit` rows above and below.
pub(super) fn from_land(plan: &Plan, rows: Range<usize>, limit: u8, mut take: impl FnMut(&[u16])) {
    let (width, reach) = (plan.width(), usize::from(limit));
    let mut columns = vec![limit; width * rows.len()];
    let mut pass = |order: &mut dyn Iterator<Item = usize>| {
        let mut since = vec![limit; width];
        for y in order {
            for (at, label) in plan.row(y) {
                if label == Grid::SEA {
                    for steps in &mut since[at] {
                        *steps = steps.saturating_add(1).min(limit);
                    }
                } else {
                    since[at].fill(0);
                }
            }
            if rows.contains(&y) {
                let row = &mut columns[(y - rows.start) * width..];
                for (least, &steps) in row.iter_mut().zip(&since) {
                    *least = steps.min(*least);
                }
            }
        }
    };
    pass(&mut (rows.start.saturating_sub(reach)..rows.end));
    pass(&mut (rows.start..plan.height().min(rows.end + reach)).rev());
    let beside = if plan.wraps() { reach.min(width) } else { 0 };
    let mut line = Vec::new();
    let mut squares = Vec::new();
    let mut envelope = Vec::new();
    for row in columns.chunks(width) {
        line.clear();
        line.extend_from_slice(&row[width - beside..]);
        line.extend_from_slice(row);
        line.extend_from_slice(&row[..beside]);
        across(&line, limit, &mut envelope, &mut squares);
        take(&squares[beside..beside + width]);
    }
}

/// Combines the distances within columns into squared distances in all directions.
fn across(line: &[u8], limit: u8, envelope: &mut Vec<(usize, usize)>, squares: &mut Vec<u16>) {
    let farthest = u16::from(limit) * u16::from(limit);
    squares.clear();
    squares.resize(line.len(), farthest);
    let mut start = 0;
    for stretch in line.chunk_by(|a, b| (*a == 0) == (*b == 0)) {
        let end = start + stretch.len();
        if stretch[0] == 0 {
            squares[start..end].fill(0);
        } else {
            let shores = start.saturating_sub(1)..line.len().min(end + 1);
            lower(&line[shores.clone()], limit, envelope);
            let square = |at: usize| u32::from(line[at]) * u32::from(line[at]);
            for (part, &(place, from)) in envelope.iter().enumerate() {
                let to = envelope.get(part + 1).map_or(shores.len(), |next| next.1);
                let middle = shores.start + place;
                // Farther away it is not below the limit.
                let reach = middle.saturating_sub(limit.into())..middle + usize::from(limit);
                let from = (shores.start + from).max(start).max(reach.start);
                let to = (shores.start + to).min(end).min(reach.end);
                let height = square(middle);
                for (x, lowest) in (from..to).zip(squares.get_mut(from..to).unwrap_or_default()) {
                    let along = x.abs_diff(middle) as u32;
                    *lowest = (along * along + height).min(farthest.into()) as u16;
                }
            }
        }
        start = end;
    }
}

/// The lower envelope of the parabolas `(x - i)² + line[i]²` over the places below the limit: the
/// position of each contributing parabola, and where it starts to be the lowest.
fn lower(line: &[u8], limit: u8, envelope: &mut Vec<(usize, usize)>) {
    envelope.clear();
    let square = |n: usize| (n * n) as i64;
    for (at, &steps) in line.iter().enumerate().filter(|&(_, &steps)| steps < limit) {
        let mut from = 0;
        while let Some(&(before, start)) = envelope.last() {
            let rise = square(steps.into()) - square(line[before].into());
            let twice = square(at) - square(before) + rise;
            let crossing = twice.div_euclid(2 * (at - before) as i64) + 1;
            if crossing > start as i64 {
                from = crossing as usize;
                break;
            }
            envelope.pop();
        }
        if from < line.len() {
            envelope.push((at, from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_match_a_brute_force_search() {
        for wraps in [false, true] {
            let mut cells = vec![0; 30 * 20];
            for land in [3 * 30 + 4, 3 * 30 + 5, 15 * 30 + 27] {
                cells[land] = 1;
            }
            let grid = Grid::from_cells(30, 20, wraps, cells);
            let plan = Plan::of_grid(&grid);
            // Regardless of how they are split.
            let mut squares = Vec::new();
            for rows in [0..1, 1..7, 7..20] {
                from_land(&plan, rows, 12, |row| squares.extend_from_slice(row));
            }
            assert_eq!(squares.len(), 600);
            for (at, square) in squares.into_iter().enumerate() {
                let nearest = [(4, 3), (5, 3), (27, 15)].map(|(x, y): (usize, usize)| {
                    let dx = (at % 30).abs_diff(x);
                    let dx = if wraps { dx.min(30 - dx) } else { dx };
                    dx * dx + (at / 30).abs_diff(y).pow(2)
                });
                let nearest = nearest.into_iter().fold(144, usize::min);
                assert_eq!(usize::from(square), nearest, "{at} {wraps}");
            }
        }
    }
}
