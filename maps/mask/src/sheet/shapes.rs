//! Rasterises shapes: brush strokes and closed lines.

use super::Stretch;

/// The pixels whose centres lie at most `radius` from the segment between two points: those covered
/// by a round brush drawn from one to the other. Covers at least one pixel in each row in between,
/// however thin the brush; none beyond `height` rows or left of column 0.
pub fn capsule(from: (f64, f64), to: (f64, f64), radius: f64, height: u32) -> Vec<Stretch> {
    /// A thinner stroke would have gaps.
    const LEAST: f64 = 0.5;
    let all = [from.0, from.1, to.0, to.1, radius];
    if all.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let radius = radius.max(LEAST);
    let rows = rows(from.1.min(to.1) - radius, from.1.max(to.1) + radius, height);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    // The corners of the band between the two discs.
    let (across_x, across_y) = if length > 0.0 {
        (-dy / length * radius, dx / length * radius)
    } else {
        (0.0, 0.0)
    };
    let corners = [
        (from.0 + across_x, from.1 + across_y),
        (to.0 + across_x, to.1 + across_y),
        (to.0 - across_x, to.1 - across_y),
        (from.0 - across_x, from.1 - across_y),
    ];
    let mut stretches = Vec::new();
    for y in rows {
        let middle = f64::from(y) + 0.5;
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut reach = |x: f64| {
            left = left.min(x);
            right = right.max(x);
        };
        for (x, at) in [from, to] {
            let off = middle - at;
            let half = radius * radius - off * off;
            if half >= 0.0 {
                reach(x - half.sqrt());
                reach(x + half.sqrt());
            }
        }
        for side in 0..4 {
            let (a, b) = (corners[side], corners[(side + 1) % 4]);
            if (a.1 <= middle) != (b.1 <= middle) {
                reach(a.0 + (b.0 - a.0) * (middle - a.1) / (b.1 - a.1));
            }
        }
        if left > right {
            continue;
        }
        let (mut start, mut end) = (first_middle(left), first_middle(right));
        if start == end && right >= 0.0 {
            // Between two centres: the pixel that it passes through.
            start = f64::midpoint(left, right).max(0.0) as u32;
            end = start.saturating_add(1);
        }
        stretches.push(Stretch {
            y,
            columns: start..end,
        });
    }
    stretches.retain(|stretch| !stretch.columns.is_empty());
    stretches
}

/// The pixels whose centres lie within a closed line, by the nonzero winding rule. None beyond
/// `height` rows or left of column 0.
pub fn polygon(corners: &[(f64, f64)], height: u32) -> Vec<Stretch> {
    let is_finite = |(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    if corners.len() < 3 || !corners.iter().all(is_finite) {
        return Vec::new();
    }
    // By row: where a side crosses its centre line, and whether downwards.
    let mut crossings: Vec<(u32, f64, i32)> = Vec::new();
    for (at, &a) in corners.iter().enumerate() {
        let b = corners[(at + 1) % corners.len()];
        let (high, low, way) = if a.1 <= b.1 { (a, b, 1) } else { (b, a, -1) };
        for y in rows(high.1, low.1, height) {
            let middle = f64::from(y) + 0.5;
            if high.1 <= middle && middle < low.1 {
                let x = high.0 + (low.0 - high.0) * (middle - high.1) / (low.1 - high.1);
                crossings.push((y, x, way));
            }
        }
    }
    crossings.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut stretches = Vec::new();
    let mut around = 0;
    for pair in crossings.windows(2) {
        let [(y, left, way), (_, right, _)] = *pair else {
            continue;
        };
        around += way;
        if around != 0 {
            let columns = first_middle(left)..first_middle(right);
            if !columns.is_empty() {
                stretches.push(Stretch { y, columns });
            }
        }
    }
    stretches
}

/// The rows that touch what lies between two heights.
fn rows(top: f64, bottom: f64, height: u32) -> std::ops::Range<u32> {
    // The float to integer cast saturates, negative values become 0.
    (top.floor() as u32)..(bottom.ceil() as u32).min(height)
}

/// The first pixel whose centre is not left of `x`.
fn first_middle(x: f64) -> u32 {
    (x - 0.5).ceil().max(0.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn has(stretches: &[Stretch], x: u32, y: u32) -> bool {
        let mut of_row = stretches.iter().filter(|stretch| stretch.y == y);
        of_row.any(|stretch| stretch.columns.contains(&x))
    }

    /// Distance of a point from the segment between two others.
    fn away(at: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let along = ((at.0 - from.0) * dx + (at.1 - from.1) * dy) / (dx * dx + dy * dy);
        let along = if along.is_nan() {
            0.0
        } else {
            along.clamp(0.0, 1.0)
        };
        (at.0 - from.0 - along * dx).hypot(at.1 - from.1 - along * dy)
    }

    proptest! {
        #[test]
        fn a_brush_covers_what_is_near(
            from in (-20.0..60.0_f64, -20.0..60.0_f64),
            to in (-20.0..60.0_f64, -20.0..60.0_f64),
            radius in 1.0..20.0_f64,
        ) {
            let drawn = capsule(from, to, radius, 40);
            for y in 0..40 {
                for x in 0..60 {
                    let off = away((f64::from(x) + 0.5, f64::from(y) + 0.5), from, to);
                    if (off - radius).abs() > 1e-6 {
                        // A row that is barely touched gets one pixel.
                        prop_assert!(off >= radius || has(&drawn, x, y), "{x} {y}");
                        prop_assert!(off < radius + 0.8 || !has(&drawn, x, y), "{x} {y}");
                    }
                }
            }
        }

        #[test]
        fn a_thin_stroke_has_no_gaps(to in (0.0..40.0_f64, 0.0..40.0_f64)) {
            let drawn = capsule((20.0, 20.0), to, 0.1, 40);
            for pair in drawn.windows(2) {
                prop_assert_eq!(pair[0].y + 1, pair[1].y);
                let (a, b) = (&pair[0].columns, &pair[1].columns);
                prop_assert!(a.start <= b.end && b.start <= a.end, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_lasso_fills_by_winding() {
        let square = [(2.0, 2.0), (8.0, 2.0), (8.0, 6.0), (2.0, 6.0)];
        let filled = polygon(&square, 100);
        assert_eq!(filled.len(), 4);
        assert!(filled.iter().all(|stretch| stretch.columns == (2..8)));
        // Winding twice counts as inside, and so does winding the other way.
        let twice: Vec<_> = square.iter().chain(&square).copied().collect();
        assert!(has(&polygon(&twice, 100), 4, 4));
        let back: Vec<_> = square.iter().rev().copied().collect();
        assert_eq!(polygon(&back, 100), filled);
        // A figure of eight: both loops are inside.
        let eight = [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)];
        let filled = polygon(&eight, 100);
        assert!(has(&filled, 1, 5) && has(&filled, 8, 5) && !has(&filled, 5, 1));
        // Outside the sheet, and a degenerate shape.
        assert!(
            polygon(&[(-5.0, -5.0), (3.0, -5.0), (3.0, 3.0)], 2)
                .iter()
                .all(|s| s.y < 2)
        );
        assert!(polygon(&square[..2], 100).is_empty());
        assert!(polygon(&[(0.0, 0.0), (f64::NAN, 3.0), (3.0, 0.0)], 9).is_empty());
        assert!(capsule((f64::INFINITY, 0.0), (0.0, 0.0), 3.0, 9).is_empty());
    }
}
