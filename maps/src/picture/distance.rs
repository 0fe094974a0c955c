//! How far every pixel is from the nearest land.

use std::ops::Range;

use super::Plan;
use crate::outlines::Grid;

/// Of some rows the distances of all pixels from the nearest one that is not sea,
/// in pixels, 0 on land, `limit` at most; around the edge where the plan wraps.
/// Each row is handed to `take` as it is found, from the top.
///
/// Exact: columns first, then for each row the lower envelope of parabolas
/// (Felzenszwalb and Huttenlocher 2012). Time: the pixels, and those of `limit` rows
/// above and below.
pub(super) fn from_land(plan: &Plan, rows: Range<usize>, limit: u8, mut take: impl FnMut(&[f32])) {
    let (width, reach) = (plan.width(), usize::from(limit));
    let far = f32::from(limit) * f32::from(limit);
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
    let mut line = vec![0.0; width + 2 * beside];
    let mut distances = vec![f32::from(limit); width];
    let mut envelope = Envelope::default();
    for row in columns.chunks(width) {
        if row.iter().all(|&steps| steps == limit) {
            distances.fill(f32::from(limit));
        } else {
            for (i, value) in line.iter_mut().enumerate() {
                let steps = f32::from(row[(i + width - beside) % width]);
                *value = steps * steps;
            }
            envelope.lower(&line);
            for (x, distance) in distances.iter_mut().enumerate() {
                *distance = envelope.next(x + beside, &line).min(far).sqrt();
            }
        }
        take(&distances);
    }
}

/// The lower envelope of the parabolas `(x - i)² + line[i]`.
#[derive(Default)]
struct Envelope {
    /// Where each lowest parabola stands and from where on it is lowest.
    parts: Vec<(usize, f32)>,
    at: usize,
}

impl Envelope {
    fn lower(&mut self, line: &[f32]) {
        self.parts.clear();
        self.at = 0;
        for (i, &height) in line.iter().enumerate() {
            let x = i as f32;
            let mut from = f32::NEG_INFINITY;
            while let Some(&(j, start)) = self.parts.last() {
                let other = j as f32;
                let crossing = ((height + x * x) - (line[j] + other * other)) / (2.0 * (x - other));
                if crossing > start {
                    from = crossing;
                    break;
                }
                self.parts.pop();
            }
            self.parts.push((i, from));
        }
    }

    /// The envelope at `x`; later calls have larger ones.
    fn next(&mut self, x: usize, line: &[f32]) -> f32 {
        let place = x as f32;
        while self
            .parts
            .get(self.at + 1)
            .is_some_and(|&(_, from)| from < place)
        {
            self.at += 1;
        }
        let (j, _) = self.parts[self.at];
        let along = place - j as f32;
        along * along + line[j]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_measured_one_by_one() {
        for wraps in [false, true] {
            let mut cells = vec![0; 30 * 20];
            for land in [3 * 30 + 4, 3 * 30 + 5, 15 * 30 + 27] {
                cells[land] = 1;
            }
            let grid = Grid::from_cells(30, 20, wraps, cells);
            let plan = Plan::of_grid(&grid);
            // However they are cut.
            let mut distances = Vec::new();
            for rows in [0..1, 1..7, 7..20] {
                from_land(&plan, rows, 12, |row| distances.extend_from_slice(row));
            }
            assert_eq!(distances.len(), 600);
            for (at, distance) in distances.into_iter().enumerate() {
                let nearest = [(4, 3), (5, 3), (27, 15)].map(|(x, y): (usize, usize)| {
                    let dx = (at % 30).abs_diff(x);
                    let dx = if wraps { dx.min(30 - dx) } else { dx };
                    ((dx * dx + (at / 30).abs_diff(y).pow(2)) as f32).sqrt()
                });
                let nearest = nearest.into_iter().fold(12.0, f32::min);
                assert!((distance - nearest).abs() < 1e-3, "{at} {wraps}");
            }
        }
    }
}
