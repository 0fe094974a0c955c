//! Resizes the sheet.

use std::collections::BTreeSet;

use super::paint::{refuse_shared, seas, without_specks};
use super::{RedrawError, Redrawn, Seen, data};
use crate::mask::{Region, Regions, Rgba, RunBuffer, RunSink, Scan, Sheet};
use crate::{Draft, Point};

/// The part of a sheet that another one shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The column that becomes the first; a negative value adds sea before it. Ignored if
    /// `stretched`.
    pub left: i32,
    /// The row that becomes the first.
    pub top: i32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Scale the land with the sheet instead of cropping it.
    pub stretched: bool,
}

impl Frame {
    /// The new position of a pixel; a position outside the sheet may be far off it.
    fn place(&self, of: &Regions, at: Point) -> Point {
        let far = |at: i64| u32::try_from(at).unwrap_or(u32::MAX);
        if self.stretched {
            let scaled = |at: u32, from: u32, to: u32| {
                far((2 * i64::from(at) + 1) * i64::from(to) / (2 * i64::from(from)))
            };
            let x = scaled(at.x, of.width(), self.width);
            Point::new(x, scaled(at.y, of.height(), self.height))
        } else {
            let x = far(i64::from(at.x) - i64::from(self.left));
            Point::new(x, far(i64::from(at.y) - i64::from(self.top)))
        }
    }

    /// The row of the mask shown by a row of the new sheet, if any.
    fn row(&self, of: &Regions, y: u32) -> Option<u32> {
        let row = if self.stretched {
            let row = (2 * u64::from(y) + 1) * u64::from(of.height());
            (row / (2 * u64::from(self.height))) as u32
        } else {
            u32::try_from(i64::from(y) + i64::from(self.top)).ok()?
        };
        (row < of.height()).then_some(row)
    }

    /// The first column of the new sheet that shows column `x` of the mask or a later one.
    fn column(&self, of: &Regions, x: u32) -> u32 {
        let (from, to) = (u64::from(of.width()), u64::from(self.width));
        if self.stretched {
            // The first pixel whose centre is not before it.
            ((2 * u64::from(x) * to + from - 1) / (2 * from)) as u32
        } else {
            (i64::from(x) - i64::from(self.left)).clamp(0, i64::from(self.width)) as u32
        }
    }
}

/// Puts a map onto a sheet of another size: new area is sea, land outside is cropped. Pivots and
/// badges move along. A territory that loses all its land stays in the draft if it has a name.
///
/// # Errors
/// [`RedrawError`]; [`crate::mask::MaskError::Size`] for a sheet beyond the limits of masks,
/// [`RedrawError::SharedColour`] where two territories have the same.
pub fn resized(draft: &Draft, before: &Regions, frame: &Frame) -> Result<Redrawn, RedrawError> {
    let sea = seas(draft)?[0];
    refuse_shared(draft, |_| true)?;
    let mut scan = Scan::new();
    scan.begin(frame.width, frame.height)?;
    let mut runs = RunBuffer::new();
    for y in 0..frame.height {
        runs.clear();
        if let Some(row) = frame.row(before, y) {
            runs.push(frame.column(before, 0), sea);
            for run in before.row(row) {
                let colour = before.get(run.region).colour;
                runs.push(frame.column(before, run.end), colour);
            }
        }
        runs.push(frame.width, sea);
        scan.row(runs.as_runs())?;
    }
    let cut = scan.finish()?;
    let mut sheet = Sheet::of(&cut);
    let whole = cut.bounds();
    // Small islands that were not cropped are not specks.
    let was_there = |region: &Region| {
        let first = region.first_pixel();
        let back = |at: u32, by: i32| at.checked_add_signed(by);
        let places = back(first.x, frame.left).zip(back(first.y, frame.top));
        let was = places.and_then(|(x, y)| before.region_at(x, y));
        !frame.stretched && was.is_some_and(|id| before.get(id).area == region.area)
    };
    let (regions, _) = without_specks(&mut sheet, cut, was_there, whole)?;
    let changed: BTreeSet<Rgba> = draft
        .territories
        .iter()
        .filter_map(|territory| territory.colour.map(Rgba::from))
        .collect();
    let carried = |_, at| frame.place(before, at);
    let mut new = draft.clone();
    // Territories without a colour are not found by it.
    for territory in new.territories.iter_mut().filter(|t| t.colour.is_none()) {
        let on_sheet = |at: &Point| at.x < frame.width && at.y < frame.height;
        let places = territory.pivots.iter().map(|&at| frame.place(before, at));
        territory.pivots = places.filter(on_sheet).collect();
        let badge = territory.badge.map(|at| frame.place(before, at));
        territory.badge = badge.filter(on_sheet);
    }
    let (seen, after) = (Seen::from(before), (&regions, whole));
    let (edit, survey) =
        data::followed(draft, new, seen, after, &changed, &carried, frame.stretched);
    Ok(Redrawn::new((regions, whole), edit, Some(survey)))
}
