//! Fills rings by the pixel-centre rule, exactly.

use super::{FillRule, Grid};

/// Units of a ring's coordinates per pixel.
pub(super) const UNITS: i64 = 256;

/// Most crossings of edges and rows in a drawing: a hundred times those of a detailed world map at
/// the largest size.
const MAX_CROSSINGS: u64 = 1 << 28;

/// Why rings cannot be filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FillError {
    /// Filling would take minutes rather than a second.
    #[error(
        "the outlines cross {0} rows of pixels, far more than any map needs; \
         simplify them or choose a smaller size"
    )]
    TooIntricate(u64),
}

/// A part of a shape in fixed-point pixels (256 units each).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PixelArea {
    pub(super) rings: Vec<Vec<[i32; 2]>>,
    pub(super) rule: FillRule,
}

/// A downward edge, upper end first.
struct Edge {
    top: [i64; 2],
    bottom: [i64; 2],
    winding: i32,
}

impl Edge {
    /// Rows whose pixel centres it crosses, half-open: an end on a row of centres belongs to the
    /// edge that continues below it.
    fn rows(&self) -> (i64, i64) {
        (first_centre(self.top[1]), first_centre(self.bottom[1]))
    }

    /// The first pixel of a row whose centre lies on or right of the edge. The ends are ordered, so
    /// two shapes that share an edge in opposite directions get the same pixel: no gap, no overlap.
    fn column(&self, row: i64) -> i64 {
        let (dx, dy) = (self.bottom[0] - self.top[0], self.bottom[1] - self.top[1]);
        let down = row * UNITS + UNITS / 2 - self.top[1];
        let beyond = (self.top[0] - UNITS / 2) * dy + down * dx;
        let divisor = UNITS * dy;
        beyond.div_euclid(divisor) + i64::from(beyond.rem_euclid(divisor) != 0)
    }
}

/// The first row (or column) whose pixel centres lie at or beyond a coordinate.
fn first_centre(coordinate: i64) -> i64 {
    (coordinate - UNITS / 2).div_euclid(UNITS)
        + i64::from((coordinate - UNITS / 2).rem_euclid(UNITS) != 0)
}

fn edges(area: &PixelArea) -> impl Iterator<Item = Edge> {
    area.rings.iter().flat_map(|ring| {
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        ends.filter_map(|(&from, &to)| {
            let [from, to] = [from, to].map(|point| point.map(i64::from));
            let edge = if from[1] < to[1] {
                Edge {
                    top: from,
                    bottom: to,
                    winding: 1,
                }
            } else {
                Edge {
                    top: to,
                    bottom: from,
                    winding: -1,
                }
            };
            let (first, end) = edge.rows();
            (first < end).then_some(edge)
        })
    })
}

/// Paints areas with their labels into a grid, in the given order: later ones cover earlier ones.
///
/// A pixel belongs to an area if its centre does. Coordinates are exact fixed-point numbers, so
/// areas that share an edge neither share a pixel nor leave one out. Time: the number of crossings
/// of edges and rows.
///
/// # Errors
/// If there are absurdly many such crossings.
pub fn fill<'a>(
    grid: &mut Grid,
    areas: impl Iterator<Item = (u16, &'a PixelArea)> + Clone,
) -> Result<(), FillError> {
    let height = grid.height() as i64;
    let clip = |row: i64| row.clamp(0, height);
    let crossings = areas.clone().flat_map(|(_, area)| edges(area)).map(|edge| {
        let (first, end) = edge.rows();
        (clip(end) - clip(first)) as u64
    });
    let crossings: u64 = crossings.sum();
    if crossings > MAX_CROSSINGS {
        return Err(FillError::TooIntricate(crossings));
    }
    for (label, area) in areas {
        fill_area(grid, label, area);
    }
    Ok(())
}

fn fill_area(grid: &mut Grid, label: u16, area: &PixelArea) {
    let (width, height) = (grid.width() as i64, grid.height() as i64);
    let mut waiting: Vec<Edge> = edges(area).collect();
    // In reverse, so that the next edge is popped from the end.
    waiting.sort_by_key(|edge| std::cmp::Reverse(edge.rows().0));
    let Some(top) = waiting.last().map(|edge| edge.rows().0.max(0)) else {
        return;
    };
    let mut active: Vec<Edge> = Vec::new();
    let mut crossings: Vec<(i64, i32)> = Vec::new();
    for row in top..height {
        active.retain(|edge| edge.rows().1 > row);
        while waiting.last().is_some_and(|edge| edge.rows().0 <= row) {
            active.extend(waiting.pop().filter(|edge| edge.rows().1 > row));
        }
        if active.is_empty() && waiting.is_empty() {
            break;
        }
        crossings.clear();
        crossings.extend(active.iter().map(|edge| (edge.column(row), edge.winding)));
        crossings.sort_unstable();
        let mut winding = 0;
        for pair in crossings.windows(2) {
            winding += pair[0].1;
            let inside = match area.rule {
                FillRule::EvenOdd => winding % 2 != 0,
                FillRule::NonZero => winding != 0,
            };
            let [from, to] = [pair[0].0, pair[1].0].map(|x| x.clamp(0, width) as usize);
            if inside && from < to {
                let start = row as usize * grid.width();
                grid.cells_mut()[start + from..start + to].fill(label);
            }
        }
    }
}

#[cfg(test)]
mod tests;
