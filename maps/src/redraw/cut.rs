//! Cuts land apart along a line.

use std::collections::VecDeque;

use super::RedrawError;
use crate::Point;
use crate::divide::Land;
use crate::mask::{Regions, Rgba};
use crate::outlines::Grid;
use crate::propose::SMALLEST_PART;

/// How far an end inside the land may be from the border, or from the other end of a loop, in
/// pixels.
pub const SNAP: u32 = 12;

/// A pixel on the line.
const LINE: u16 = u16::MAX;

/// Labels of the parts, counted from 1; part 1 includes everything that the line does not separate.
///
/// A line whose pixels touch at sides or corners is tight against moves from side to side. Its own
/// pixels go to the nearest part, and so do parts with fewer than [`SMALLEST_PART`] pixels.
pub(super) fn cut(land: &Land, line: &[Point]) -> Result<Vec<u16>, RedrawError> {
    let ends = [line.first(), line.last()];
    let [Some(&first), Some(&last)] = ends else {
        return Err(RedrawError::Missed);
    };
    let corners: Vec<(i64, i64)> = line.iter().map(|&point| inside(land, point)).collect();
    let mut labels = marked(land, &corners, false).ok_or(RedrawError::Missed)?;
    let mut parts = label_parts(land, &mut labels);
    // Nobody closes a loop on the exact pixel where it began.
    let (from, to) = (corners[0], corners[corners.len() - 1]);
    let apart = (from.0 - to.0).abs().max((from.1 - to.1).abs());
    if parts < 2 && apart <= i64::from(SNAP) {
        labels = marked(land, &corners, true).ok_or(RedrawError::Missed)?;
        parts = label_parts(land, &mut labels);
    }
    if parts < 2 {
        let loose = [first, last].into_iter().find(|&end| {
            let (x, y) = inside(land, end);
            at(land, x, y).is_some()
        });
        return Err(loose.map_or(RedrawError::Missed, RedrawError::LooseEnd));
    }
    Ok(labels)
}

/// The land with the pixels of a line marked. The line returns to its start if it `closes`;
/// otherwise ends inside the land are extended straight on. `None` if the line misses the land.
fn marked(land: &Land, corners: &[(i64, i64)], closes: bool) -> Option<Vec<u16>> {
    let mut labels: Vec<u16> = land.pixels().iter().map(|_| Grid::SEA).collect();
    let mut crosses = false;
    let mut draw = |(x, y): (i64, i64)| -> bool {
        let at = at(land, x, y);
        if let Some(at) = at {
            labels[at] = LINE;
            crosses = true;
        }
        at.is_some()
    };
    for ends in corners.windows(2) {
        each_pixel(ends[0], ends[1], |place| {
            draw(place);
            true
        });
    }
    let [first, second, ..] = *corners else {
        return None;
    };
    let (before, last) = (corners[corners.len() - 2], corners[corners.len() - 1]);
    if closes {
        each_pixel(last, first, |place| {
            draw(place);
            true
        });
    } else if first != last {
        for (from, to) in [(second, first), (before, last)] {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.abs().max(dy.abs());
            if length > 0 {
                let reach = i64::from(SNAP);
                let beyond = (to.0 + dx * reach / length, to.1 + dy * reach / length);
                each_pixel(to, beyond, &mut draw);
            }
        }
    }
    crosses.then_some(labels)
}

/// The colours of a mask that a line crosses, each once.
pub(super) fn colours(regions: &Regions, line: &[Point]) -> Vec<Rgba> {
    let mut found = Vec::new();
    let whole = |point: Point| (i64::from(point.x), i64::from(point.y));
    for ends in line.windows(2) {
        each_pixel(whole(ends[0]), whole(ends[1]), |(x, y)| {
            let region = regions.region_at(x as u32, y as u32);
            let colour = region.map(|region| regions.get(region).colour);
            found.extend(colour.filter(|colour| !found.contains(colour)));
            true
        });
    }
    found
}

/// A point in coordinates of the land.
fn inside(land: &Land, point: Point) -> (i64, i64) {
    (
        i64::from(point.x) - i64::from(land.left()),
        i64::from(point.y) - i64::from(land.top()),
    )
}

/// The index of a pixel of the land.
fn at(land: &Land, x: i64, y: i64) -> Option<usize> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    let at = y.checked_mul(land.width())?.checked_add(x)?;
    (x < land.width() && land.pixels().get(at) == Some(&true)).then_some(at)
}

/// Visits the pixels of a segment for as long as `draw` returns true (Bresenham 1965).
fn each_pixel(from: (i64, i64), to: (i64, i64), mut draw: impl FnMut((i64, i64)) -> bool) {
    let (dx, dy) = ((to.0 - from.0).abs(), -(to.1 - from.1).abs());
    let (sx, sy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    let (mut x, mut y) = from;
    let mut error = dx + dy;
    while draw((x, y)) && (x, y) != to {
        let double = 2 * error;
        if double >= dy {
            error += dy;
            x += sx;
        }
        if double <= dx {
            error += dx;
            y += sy;
        }
    }
}

/// Labels the parts between the lines; returns how many there are.
fn label_parts(land: &Land, labels: &mut [u16]) -> u16 {
    // The pixels of each piece, and those of them beside the line.
    let mut found: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    let mut seen = vec![false; labels.len()];
    for start in 0..labels.len() {
        if !land.pixels()[start] || labels[start] == LINE || seen[start] {
            continue;
        }
        seen[start] = true;
        let mut pixels = vec![start];
        let (mut next, mut beside) = (0, Vec::new());
        while let Some(&at) = pixels.get(next) {
            next += 1;
            let mut is_beside = false;
            for near in land.sides(at) {
                let is_line = labels[near] == LINE;
                is_beside |= is_line;
                let is_own = land.pixels()[near] && !is_line;
                if is_own && !std::mem::replace(&mut seen[near], true) {
                    pixels.push(near);
                }
            }
            if is_beside {
                beside.push(at);
            }
        }
        found.push((pixels, beside));
    }
    // Pieces that the line does not touch stay with the largest piece that it does.
    let matters = |(pixels, beside): &&(Vec<usize>, Vec<usize>)| {
        !beside.is_empty() && pixels.len() >= SMALLEST_PART as usize
    };
    let mut parts: Vec<usize> = found.iter().filter(matters).map(|(p, _)| p.len()).collect();
    parts.sort_unstable_by_key(|&size| std::cmp::Reverse(size));
    let largest = parts.first().copied().unwrap_or(0);
    let mut label = 1;
    let mut has_first = false;
    let mut front = VecDeque::new();
    for piece in &found {
        let (pixels, beside) = piece;
        let is_cut = !beside.is_empty();
        let own = if !is_cut || (pixels.len() == largest && !has_first) {
            has_first |= is_cut;
            1
        } else if matters(&piece) {
            label += 1;
            label
        } else {
            LINE
        };
        for &at in pixels {
            labels[at] = own;
        }
        if own != LINE {
            front.extend(beside);
        }
    }
    while let Some(at) = front.pop_front() {
        for near in land.sides(at) {
            if labels[near] == LINE {
                labels[near] = labels[at];
                front.push_back(near);
            }
        }
    }
    // Corners of the line that no part reaches from side to side.
    for label in labels.iter_mut().filter(|label| **label == LINE) {
        *label = 1;
    }
    label
}
