//! Finds shapes that are probably the sea, although nothing says so.

use crate::outlines::{Remark, Shape};

/// How many of the largest shapes are examined: the sea is one of them.
const EXAMINED: usize = 16;

/// The least share of the page that is nearly all of it.
const NEARLY_ALL: f64 = 0.95;

/// The least share of its bounding box that a shape must fill. A rectangle fills all of it, an
/// ellipse 0.785; land that stretches around others fills far less.
const FULL: f64 = 0.75;

/// Warns of shapes that cover nearly the whole page, or lie behind most others.
pub(super) fn remarks(shapes: &[Shape], page: [f64; 2]) -> Vec<Remark> {
    let boxes: Vec<[f64; 4]> = shapes.iter().map(bounds).collect();
    let mut largest: Vec<usize> = (0..shapes.len()).collect();
    largest.sort_by(|&a, &b| area(boxes[b]).total_cmp(&area(boxes[a])));
    largest.truncate(EXAMINED);
    largest.sort_unstable();
    // Drawings may reach beyond their page.
    let page = boxes.iter().fold([0.0, 0.0, page[0], page[1]], hull);
    let remark = |at: usize| {
        let (shape, own) = (&shapes[at], boxes[at]);
        if filled(shape) < FULL * area(own) {
            return None;
        }
        let name = shape.names.text.clone().unwrap_or_default();
        if area(common(own, page)) >= NEARLY_ALL * area(page) {
            return Some(Remark::CoversPage(name));
        }
        // Drawn later, and thus in front of it.
        let inside = boxes[at + 1..].iter().filter(|&&other| holds(own, other));
        let others = inside.count();
        (others >= 3 && 2 * others > shapes.len() - 1)
            .then_some(Remark::LiesBehind { name, others })
    };
    largest.into_iter().filter_map(remark).collect()
}

/// Left, top, right and bottom.
fn bounds(shape: &Shape) -> [f64; 4] {
    let rings = shape.areas.iter().flat_map(|area| &area.rings);
    let nothing = [
        f64::INFINITY,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NEG_INFINITY,
    ];
    rings
        .flatten()
        .fold(nothing, |[left, top, right, bottom], &[x, y]| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        })
}

fn hull(a: [f64; 4], b: &[f64; 4]) -> [f64; 4] {
    [
        a[0].min(b[0]),
        a[1].min(b[1]),
        a[2].max(b[2]),
        a[3].max(b[3]),
    ]
}

fn holds(outer: [f64; 4], inner: [f64; 4]) -> bool {
    let [left, top, right, bottom] = inner;
    outer[0] <= left && outer[1] <= top && outer[2] >= right && outer[3] >= bottom
}

fn common(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0].max(b[0]),
        a[1].max(b[1]),
        a[2].min(b[2]),
        a[3].min(b[3]),
    ]
}

fn area([left, top, right, bottom]: [f64; 4]) -> f64 {
    (right - left).max(0.0) * (bottom - top).max(0.0)
}

/// The area within the largest ring; holes do not count.
fn filled(shape: &Shape) -> f64 {
    let rings = shape.areas.iter().flat_map(|area| &area.rings);
    let areas = rings.map(|ring| {
        let next = ring.iter().cycle().skip(1);
        let doubled: f64 = ring
            .iter()
            .zip(next)
            .map(|(a, b)| a[0] * b[1] - b[0] * a[1])
            .sum();
        doubled.abs() / 2.0
    });
    areas.fold(0.0, f64::max)
}
