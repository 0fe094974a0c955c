//! Which regions touch, and along how many pixels.

mod borders;
mod facing;
mod tally;

use crate::place::Wrap;

use super::regions::{Bounds, Regions};
use super::run::{RegionId, Run};
use borders::Borders;
use facing::{Facing, along_row};
use tally::Tally;

/// Two regions and the length of the border they share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// The region with the smaller id.
    pub a: RegionId,
    /// The other one.
    pub b: RegionId,
    /// Pairs of neighbouring pixels, one in each region.
    pub length: u32,
}

/// Which regions of a mask touch, and along how many pixels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contacts {
    /// Start of each region's entries, then the number of entries.
    firsts: Vec<u32>,
    /// The other region and the length; by region, sorted by the other region.
    entries: Vec<(RegionId, u32)>,
}

impl Contacts {
    /// Regions that touch: pixels side by side or one above the other; corners do not count. The
    /// length is the number of such pixel pairs.
    pub fn touching(regions: &Regions) -> Self {
        let mut tally = Tally::new(regions.len());
        add_touching(regions, regions.bounds(), &mut tally);
        tally.finish(regions.len(), |_| true)
    }

    /// Regions that touch or face each other across at most `gap` pixels of separators. Separators
    /// are the regions for which `is_separator` holds; they have no contacts themselves.
    ///
    /// Along every row and column, two pixels of different regions with only 0 to `gap` separator
    /// pixels between them add 1 to the length, also across edges that `wrap` joins. With a gap of
    /// 0 and no separators this equals [`Contacts::touching`].
    ///
    /// Takes time proportional to the runs, with those of separators counted up to `gap` times.
    pub fn across(
        regions: &Regions,
        gap: u32,
        wrap: Wrap,
        is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        Self::of_part(regions, regions.bounds(), gap, wrap, is_separator)
    }

    /// The contacts of [`Contacts::across`] that involve pixels of a rectangle, and some of those
    /// that lie entirely next to it. If two masks differ in this rectangle only, all differences
    /// between their contacts of different colours show up here; one region may have become two of
    /// a colour that meet elsewhere. Joins of top and bottom edges are ignored.
    ///
    /// Takes time proportional to the runs of its rows, with a gap of 0 to those in the rectangle.
    pub fn around(
        regions: &Regions,
        within: Bounds,
        gap: u32,
        wrap: Wrap,
        is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        let wrap = Wrap {
            vertical: false,
            ..wrap
        };
        Self::of_part(regions, within, gap, wrap, is_separator)
    }

    fn of_part(
        regions: &Regions,
        within: Bounds,
        gap: u32,
        wrap: Wrap,
        mut is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        let separators: Vec<bool> = regions.iter().map(|(id, _)| is_separator(id)).collect();
        let is_separator = |run: &Run| separators[run.region.index()];
        let rows = within.top..within.bottom.min(regions.height());
        let share = regions.len() as u64 * rows.len() as u64 / u64::from(regions.height());
        let mut tally = Tally::new(share as usize);
        let counts = |id: RegionId| !separators[id.index()];
        if gap == 0 && !wrap.horizontal && !wrap.vertical {
            // Nothing is faced that does not touch.
            let part = Bounds {
                left: within.left.saturating_sub(1),
                top: within.top.saturating_sub(1),
                right: within.right.saturating_add(1).min(regions.width()),
                bottom: within.bottom.saturating_add(1).min(regions.height()),
            };
            add_touching(regions, part, &mut tally);
            return tally.finish(regions.len(), counts);
        }
        for y in rows.clone() {
            along_row(regions, y, gap, wrap.horizontal, &is_separator, &mut tally);
        }
        let reach = gap.saturating_add(1);
        let below = rows.end.saturating_add(reach).min(regions.height());
        let mut facing = Facing::new(regions.width());
        for y in rows.start.saturating_sub(reach)..below {
            facing.row(regions.row(y), gap, &is_separator, true, &mut tally);
        }
        if wrap.vertical {
            // Once more from the top: only what is still visible at the bottom meets something new.
            for y in 0..regions.height().min(reach) {
                facing.row(regions.row(y), gap, &is_separator, false, &mut tally);
            }
        }
        tally.finish(regions.len(), counts)
    }

    /// All contacts, sorted by the two regions.
    pub fn iter(&self) -> impl Iterator<Item = Contact> + '_ {
        (0..self.firsts.len() as u32 - 1).flat_map(move |a| {
            let a = RegionId(a);
            self.of(a)
                .filter(move |&(b, _)| a < b)
                .map(move |(b, length)| Contact { a, b, length })
        })
    }

    /// The regions that touch `region`, in order of their ids, with the lengths.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn of(&self, region: RegionId) -> impl ExactSizeIterator<Item = (RegionId, u32)> + '_ {
        self.entries_of(region).iter().copied()
    }

    /// The length of the border between two regions; 0 if they do not touch.
    ///
    /// # Panics
    /// If the first id is of another mask and too large for this one.
    pub fn between(&self, a: RegionId, b: RegionId) -> u32 {
        let entries = self.entries_of(a);
        entries
            .binary_search_by_key(&b, |&(other, _)| other)
            .map_or(0, |i| entries[i].1)
    }

    /// Number of pairs of regions that touch.
    pub const fn len(&self) -> usize {
        self.entries.len() / 2
    }

    /// Whether no regions touch.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn entries_of(&self, region: RegionId) -> &[(RegionId, u32)] {
        let i = region.index();
        &self.entries[self.firsts[i] as usize..self.firsts[i + 1] as usize]
    }
}

/// Adds what touches within a rectangle.
fn add_touching(regions: &Regions, part: Bounds, tally: &mut Tally) {
    let mut borders = Borders::new(part.left as u16..part.right as u16);
    for y in part.top..part.bottom {
        let (row, starts) = regions.slices_within(y, part.left..part.right);
        borders.row(row, starts, tally);
    }
    borders.row(&[], &[], tally);
}

#[cfg(test)]
mod tests;
