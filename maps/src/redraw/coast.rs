//! Brush strokes with the edge of a natural coast.

use crate::chance::{Noise, ONE};
use crate::mask::{Stretch, capsule};

/// How rough the edge of a stroke is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rough {
    /// From 0, not at all, to [`Rough::MOST`].
    pub much: u16,
    /// Different seeds give different bends.
    pub seed: u64,
}

impl Rough {
    /// The largest roughness.
    pub const MOST: u16 = 100;
}

/// The pixels of a [`capsule`] with a rough edge. How far the edge bends inwards depends on the
/// position alone, so a stroke looks the same however many steps it is drawn in. If it `goes_on`,
/// pixels nearest to its start belong to the previous step and may be left out. Nothing lies
/// outside a sheet of this width and height; the path itself is always covered.
pub fn coast(
    (from, goes_on): ((f64, f64), bool),
    to: (f64, f64),
    radius: f64,
    rough: Rough,
    (width, height): (u32, u32),
) -> Vec<Stretch> {
    /// Size of the smallest bends, in pixels.
    const FINEST: f64 = 4.0;
    let mut whole = capsule(from, to, radius, height);
    for of in &mut whole {
        of.columns.end = of.columns.end.min(width);
    }
    whole.retain(|of| !of.columns.is_empty());
    let much = f64::from(rough.much.min(Rough::MOST)) / f64::from(Rough::MOST);
    // The centres of the pixels on the path are up to 0.71 pixels from it.
    let depth = (radius * 0.6 * much).min(radius - 0.75);
    if depth < 0.5 {
        return whole;
    }
    let noise = Noise::new(rough.seed, 2);
    let period = radius.max(FINEST) as i32;
    let finest = (radius / 16.0).max(FINEST) as i32;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    // How far the edge bends inwards at a point, from 0 to 1.
    let bend = |x: u32, y: u32| {
        let height = noise.fractal(x as i32, y as i32, period, finest);
        f64::midpoint(1.5 * f64::from(height) / f64::from(ONE), 1.0).clamp(0.0, 1.0)
    };
    // Noise is sampled every quarter of the smallest bend at most, and interpolated linearly in
    // between.
    let columns = (finest / 4) as u32;
    let mut near: Option<(u32, u32, [f64; 2])> = None;
    let mut inwards = |x: u32, y: u32| {
        let start = x - x % columns;
        let ends = match near {
            Some((at, row, ends)) if (at, row) == (start, y) => ends,
            Some((at, row, [_, here])) if (at + columns, row) == (start, y) => {
                [here, bend(start + columns, y)]
            }
            _ => [bend(start, y), bend(start + columns, y)],
        };
        near = Some((start, y, ends));
        let share = f64::from(x - start) / f64::from(columns);
        ends[0] + (ends[1] - ends[0]) * share
    };
    let mut is_land = |x: u32, y: u32| {
        let (px, py) = (f64::from(x) + 0.5 - from.0, f64::from(y) + 0.5 - from.1);
        let along = (px * dx + py * dy) / length;
        if goes_on && along <= 0.0 {
            return false;
        }
        let along = if length > 0.0 {
            along.clamp(0.0, 1.0)
        } else {
            0.0
        };
        let off = (px - dx * along).hypot(py - dy * along);
        let room = radius - off;
        room >= depth || room >= depth * inwards(x, y)
    };
    let mut left = Vec::new();
    for Stretch { y, columns } in whole {
        let mut start = columns.start;
        for x in columns.start..=columns.end {
            if x == columns.end || !is_land(x, y) {
                if start < x {
                    left.push(Stretch {
                        y,
                        columns: start..x,
                    });
                }
                start = x + 1;
            }
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::joined;

    fn area(pixels: &[Stretch]) -> u32 {
        pixels
            .iter()
            .map(|of| of.columns.end - of.columns.start)
            .sum()
    }

    #[test]
    fn a_coast_is_its_seeds_and_the_same_however_it_is_drawn() {
        let (from, to) = ((100.0, 100.0), (300.0, 100.0));
        let rough = Rough { much: 100, seed: 7 };
        let drawn = |rough| coast((from, false), to, 40.0, rough, (400, 400));
        let whole = capsule(from, to, 40.0, 400);
        assert_eq!(drawn(Rough::default()), whole);
        let one = drawn(rough);
        assert_eq!(one, drawn(rough));
        assert_ne!(one, drawn(Rough { seed: 8, ..rough }));
        // Less than the smooth stroke, but more than half of it.
        assert!(area(&one) < area(&whole) * 9 / 10 && area(&one) > area(&whole) / 2);
        let little = area(&drawn(Rough { much: 30, ..rough }));
        assert!(area(&one) < little && little < area(&whole));
        // Drawing in steps gives the same pixels.
        let steps = (0..20).map(|step| 100.0 + 10.0 * f64::from(step));
        let steps = steps.flat_map(|x| {
            let start = ((x, 100.0), x > 100.0);
            coast(start, (x + 10.0, 100.0), 40.0, rough, (400, 400))
        });
        assert_eq!(joined(steps), one);
        // The path itself is always covered.
        for x in 100..300 {
            assert!(one.iter().any(|of| of.y == 100 && of.columns.contains(&x)));
        }
        // Nothing lies outside the sheet.
        let cut = coast((from, false), to, 40.0, rough, (300, 110));
        let within = |of: &Stretch| of.y < 110 && of.columns.end <= 300;
        assert!(cut.iter().all(within) && area(&cut) < area(&one));
    }

    #[test]
    fn the_way_of_a_thin_brush_is_covered_too() {
        let rough = |seed| Rough { much: 100, seed };
        for (seed, radius) in (0..20).flat_map(|seed| [(seed, 1.0), (seed, 1.5), (seed, 2.5)]) {
            let to = (30.0, 11.0);
            let drawn = coast(((2.0, 2.0), false), to, radius, rough(seed), (40, 40));
            let on_way = capsule((2.0, 2.0), to, 0.0, 40);
            for Stretch { y, columns } in on_way {
                for x in columns {
                    let is_drawn = drawn.iter().any(|of| of.y == y && of.columns.contains(&x));
                    assert!(is_drawn, "{radius} {seed}: {x}, {y}");
                }
            }
        }
    }
}
