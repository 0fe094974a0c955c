//! How far every pixel is from the nearest land.

use crate::outlines::Grid;

/// Distances of all pixels from the nearest one that is not sea, in pixels, 0
/// on land, `limit` at most; around the edge where the grid wraps.
///
/// Exact: columns first, then for each row the lower envelope of parabolas
/// (Felzenszwalb and Huttenlocher 2012). Time: the pixels.
pub(super) fn from_land(grid: &Grid, limit: usize) -> Vec<f32> {
    let (width, height) = (grid.width(), grid.height());
    let far = (limit * limit) as f32;
    let mut squares = vec![far; width * height];
    for x in 0..width {
        let mut rows: Vec<usize> = (0..height).collect();
        for _ in 0..2 {
            let mut since = limit;
            for &y in &rows {
                let at = y * width + x;
                since = if grid.cells()[at] == Grid::SEA {
                    since.saturating_add(1).min(limit)
                } else {
                    0
                };
                squares[at] = squares[at].min((since * since) as f32);
            }
            rows.reverse();
        }
    }
    let beside = if grid.wraps() { limit.min(width) } else { 0 };
    let mut line = vec![0.0; width + 2 * beside];
    let mut envelope = Envelope::default();
    for row in squares.chunks_mut(width) {
        for (i, value) in line.iter_mut().enumerate() {
            *value = row[(i + width - beside) % width];
        }
        envelope.lower(&line);
        for (x, value) in row.iter_mut().enumerate() {
            *value = envelope.next(x + beside, &line).min(far).sqrt();
        }
    }
    squares
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
            let distances = from_land(&grid, 12);
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
