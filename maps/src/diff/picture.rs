//! Draws the differences between two versions of a map.

use std::io::Write;
use std::ops::Range;

use super::Version;
use super::land::{Masks, Stretch};
use super::links::links;
use super::pairs::Pairs;
use crate::mask::Regions;
use crate::picture::{Band, Color, EncodeError, Plan, Shape, layers, write_exactly};
use crate::{Draft, Rgb};

const SEA: Rgb = Rgb::new(244, 246, 248);
/// Land of the same territory in both.
const SAME: Rgb = Rgb::new(214, 214, 210);
const BORDER: Rgb = Rgb::new(150, 150, 146);
/// Sea that became land; new links. Blue and orange are distinguishable for colour-blind people.
const CAME: Rgb = Rgb::new(33, 113, 181);
/// Land that became sea; removed links.
const WENT: Rgb = Rgb::new(230, 121, 23);
/// Land of another territory than before.
const OTHER: Rgb = Rgb::new(122, 70, 160);

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The output cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// One of the masks could not be read.
    #[error("a picture of what differs needs the masks of both")]
    NoMask,
    /// The masks differ in size.
    #[error(
        "the masks are {0} × {1} and {2} × {3} pixels; a picture of what differs needs one size"
    )]
    Size(u32, u32, u32, u32),
}

/// Writes a PNG of the masks' size: unchanged land grey, new land blue, lost land orange, land of
/// another territory purple; new links blue, removed links orange and dashed.
///
/// # Errors
/// [`PictureError`].
pub fn write_picture(
    old: Version<'_>,
    new: Version<'_>,
    out: impl Write,
) -> Result<(), PictureError> {
    let pairs = Pairs::of_territories(old.draft, new.draft);
    let masks = Masks::of(old, new, &pairs).ok_or(PictureError::NoMask)?;
    let (width, height) = masks.new.size();
    if !masks.have_one_size() {
        let (was_wide, was_high) = masks.old.size();
        return Err(PictureError::Size(was_wide, was_high, width, height));
    }
    let row = |y: u32| {
        let mut row: Vec<Stretch> = Vec::new();
        masks.stretches(y, |stretch| row.push(stretch));
        row
    };
    let lines = link_shapes((old.draft, masks.old), (new.draft, masks.new), &pairs);
    write_exactly(
        out,
        (width as usize, height as usize),
        |rows: Range<usize>| {
            let (top, bottom) = (rows.start as u32, rows.end as u32);
            let mut band = Band::new(width as usize, rows, colour(SEA));
            let mut above = top.checked_sub(1).map(&row);
            for y in top..bottom {
                let here = row(y);
                paint(&mut band, y, &here, above.as_deref());
                above = Some(here);
            }
            band.paint(&lines);
            Ok::<_, PictureError>(band)
        },
    )
}

fn colour(Rgb([r, g, b]): Rgb) -> Color {
    Color::from_rgba8(r, g, b, 255)
}

fn paint(band: &mut Band, y: u32, here: &[Stretch], above: Option<&[Stretch]>) {
    for stretch in here {
        let colour = match (stretch.was, stretch.is) {
            (None, None) => continue,
            (was, is) if was == is => SAME,
            (None, Some(_)) => CAME,
            (Some(_), None) => WENT,
            (Some(_), Some(_)) => OTHER,
        };
        band.fill(y, stretch.start, stretch.end, colour);
    }
    // Borders of the new version, one pixel wide.
    for pair in here.windows(2).filter(|pair| pair[0].is != pair[1].is) {
        band.fill(y, pair[1].start, pair[1].start + 1, BORDER);
    }
    let mut rest = above.unwrap_or_default().iter().peekable();
    for stretch in here {
        let mut start = stretch.start;
        while let Some(other) = rest.peek().filter(|_| start < stretch.end) {
            let end = stretch.end.min(other.end);
            if other.is != stretch.is {
                band.fill(y, start, end, BORDER);
            }
            start = end;
            if other.end == end {
                rest.next();
            }
        }
    }
}

fn link_shapes(
    (old, was): (&Draft, &Regions),
    (new, is): (&Draft, &Regions),
    pairs: &Pairs,
) -> Vec<Shape> {
    let before = links(old, |at| pairs.shared(at));
    let after = links(new, |at| at);
    let place = |number: usize| match number.checked_sub(new.territories.len()) {
        None => pairs.to_old[number],
        Some(at) => Some(at),
    };
    let gone = before.keys().filter(|ends| !after.contains_key(ends));
    let gone: Vec<_> = gone
        .filter_map(|ends| Some((place(ends.0)?, place(ends.1)?)))
        .collect();
    let came = after.keys().filter(|ends| !before.contains_key(ends));
    let came: Vec<_> = came.copied().collect();
    let mut shapes = layers::chosen_links(old, &Plan::new(old, was), &gone, WENT, true);
    let plan = Plan::new(new, is);
    shapes.extend(layers::chosen_links(new, &plan, &came, CAME, false));
    shapes
}
