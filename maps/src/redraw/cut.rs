//! Cuts land apart along a line.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::RedrawError;
use crate::Point;
use crate::divide::Land;
use crate::mask::{Regions, Rgba, Sets};
use crate::outlines::Grid;
use crate::propose::SMALLEST_PART;

/// How far an end inside the land may be from the border, or from the other end of a loop, in
/// pixels.
pub const SNAP: u32 = 12;

/// A piece with less than this fraction (inverse) of the land is a sliver.
const SLIVER: usize = 100;

/// A pixel on the line.
const LINE: u16 = u16::MAX;

/// The parts of some land.
struct Parts {
    count: usize,
    /// How many slivers joined them.
    joined: usize,
}

/// Labels of the parts, counted from 1, the largest first, and how many slivers joined them. Part 1
/// includes everything that the line does not separate.
///
/// A line whose pixels touch at sides or corners is tight against moves from side to side. Its own
/// pixels go to the nearest part. So do pieces smaller than a [`SLIVER`], except the two largest,
/// and pieces with fewer than [`SMALLEST_PART`] pixels, which are not counted.
pub(super) fn cut(land: &Land, line: &[Point]) -> Result<(Vec<u16>, usize), RedrawError> {
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
    if parts.count < 2 && apart <= i64::from(SNAP) {
        labels = marked(land, &corners, true).ok_or(RedrawError::Missed)?;
        parts = label_parts(land, &mut labels);
    }
    if parts.count < 2 {
        let loose = [first, last].into_iter().find(|&end| {
            let (x, y) = inside(land, end);
            at(land, x, y).is_some()
        });
        return Err(loose.map_or(RedrawError::Missed, RedrawError::LooseEnd));
    }
    Ok((labels, parts.joined))
}

/// The land with the pixels of a line marked. The line returns to its start if it `closes`;
/// otherwise ends inside the land are extended straight on. `None` if the line misses the land.
fn marked(land: &Land, corners: &[(i64, i64)], closes: bool) -> Option<Vec<u16>> {
    let mut labels = vec![Grid::SEA; land.pixels().len()];
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

/// Pixels that the line leaves connected.
#[derive(Default, Clone)]
struct Piece {
    size: usize,
    /// Its pixels beside the line.
    beside: Vec<usize>,
}

/// The pieces between the lines, and the number of each pixel's piece, counted from 1; 0 for those
/// of none.
fn pieces(land: &Land, labels: &[u16]) -> (Vec<Piece>, Vec<u32>) {
    let mut sets = Sets::new(1);
    let mut piece_of = vec![0; labels.len()];
    let (width, pixels) = (land.width(), land.pixels());
    let is_in = |at: usize| pixels[at] && labels[at] != LINE;
    for row in (0..labels.len()).step_by(width) {
        let mut at = row;
        while at < row + width {
            let is_piece = is_in(at);
            let same = (at..row + width).take_while(|&at| is_in(at) == is_piece);
            let end = at + same.count();
            if is_piece {
                let above = at.checked_sub(width).map(|up| &piece_of[up..end - width]);
                let above = above
                    .into_iter()
                    .flat_map(|row| row.chunk_by(|a, b| a == b));
                let above = above.map(|same| same[0]).filter(|&piece| piece > 0);
                let own = above.reduce(|a, b| sets.join(a, b));
                let own = own.unwrap_or_else(|| sets.add());
                piece_of[at..end].fill(own);
            }
            at = end;
        }
    }
    let numbers = sets.into_numbers();
    let count = numbers.iter().max().map_or(0, |&last| last as usize);
    let mut found = vec![Piece::default(); count + 1];
    for same in piece_of.chunk_by_mut(|a, b| a == b) {
        let piece = numbers[same[0] as usize];
        found[piece as usize].size += same.len();
        same.fill(piece);
    }
    for at in (0..labels.len()).filter(|&at| labels[at] == LINE) {
        for near in land.sides(at).filter(|&near| piece_of[near] > 0) {
            found[piece_of[near] as usize].beside.push(near);
        }
    }
    (found, piece_of)
}

/// Labels the parts between the lines.
fn label_parts(land: &Land, labels: &mut [u16]) -> Parts {
    let (pieces, piece_of) = pieces(land, labels);
    let area: usize = pieces[1..].iter().map(|piece| piece.size).sum();
    let size = |at: usize| pieces[at].size;
    let is_cut = |at: usize| !pieces[at].beside.is_empty();
    let matters = |&at: &usize| is_cut(at) && size(at) >= SMALLEST_PART as usize;
    let mut order: Vec<usize> = (1..pieces.len()).filter(matters).collect();
    order.sort_by_key(|&at| Reverse(size(at)));
    let is_part = |&(rank, &at): &(usize, &usize)| rank < 2 || size(at) * SLIVER >= area;
    let count = order.iter().enumerate().take_while(is_part).count();
    // Pieces that the line does not touch stay with the largest part.
    let label = |at| if is_cut(at) { LINE } else { 1 };
    let mut label_of: Vec<u16> = (0..pieces.len()).map(label).collect();
    let mut front = VecDeque::new();
    for (label, &at) in (1..).zip(&order[..count]) {
        label_of[at] = label;
        front.extend(pieces[at].beside.iter().map(|&at| (at, label)));
    }
    while let Some((at, label)) = front.pop_front() {
        for near in land.sides(at) {
            if labels[near] == LINE {
                labels[near] = label;
                front.push_back((near, label));
                continue;
            }
            let piece = piece_of[near] as usize;
            if piece > 0 && label_of[piece] == LINE {
                label_of[piece] = label;
                front.extend(pieces[piece].beside.iter().map(|&at| (at, label)));
            }
        }
    }
    let mut start = 0;
    for same in piece_of.chunk_by(|a, b| a == b) {
        let labels = &mut labels[start..start + same.len()];
        start += same.len();
        // No part reaches the others from side to side.
        let place = |label| if label == LINE { 1 } else { label };
        match same[0] as usize {
            0 => labels.iter_mut().for_each(|label| *label = place(*label)),
            piece => labels.fill(place(label_of[piece])),
        }
    }
    Parts {
        count,
        joined: order.len() - count,
    }
}
