//! Which regions touch, and how far.

mod borders;
mod facing;
mod tally;

use std::ops::Range;

use crate::place::Wrap;

use super::regions::Regions;
use super::run::RegionId;
use super::run::Run;
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

/// Which regions of a mask touch, and how far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contacts {
    /// Where each region's entries start, then their number.
    firsts: Vec<u32>,
    /// The other region and the length; by region, sorted by the other one.
    entries: Vec<(RegionId, u32)>,
}

impl Contacts {
    /// Regions that touch: pixels side by side or one above the other; corners
    /// do not count. The length is the number of such pairs of pixels.
    pub fn touching(regions: &Regions) -> Self {
        let mut tally = Tally::new(regions.len());
        let mut borders = Borders::new(regions.width() as u16);
        for y in 0..regions.height() {
            let (row, starts) = regions.row_slices(y);
            borders.row(row, starts, &mut tally);
        }
        borders.row(&[], &[], &mut tally);
        tally.finish(regions.len())
    }

    /// Regions that touch or face each other across at most `gap` pixels of
    /// separators, the regions for which `is_separator` holds, which have no
    /// contacts themselves.
    ///
    /// Along every row and every column, two pixels of different regions that
    /// have nothing between them but 0 to `gap` separator pixels add 1 to the
    /// length; across an edge that `wrap` joins to its opposite as well. With a
    /// gap of 0 and no separators this is [`Contacts::touching`].
    ///
    /// Takes time proportional to the runs, those of separators up to `gap`
    /// times.
    pub fn across(
        regions: &Regions,
        gap: u32,
        wrap: Wrap,
        is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        Self::of_rows(regions, 0..regions.height(), gap, wrap, is_separator)
    }

    /// The contacts of [`Contacts::across`] of which something lies in some rows, and some of
    /// those of which all lies next to them: along the rows, and along columns as far as
    /// `gap` reaches around the rows. Two masks that differ in these rows alone have the same
    /// contacts but for what this gives for each. Edges that are joined from top to bottom are
    /// not looked across.
    ///
    /// Takes time proportional to the runs of those rows.
    pub fn around(
        regions: &Regions,
        rows: Range<u32>,
        gap: u32,
        wrap: Wrap,
        is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        let wrap = Wrap {
            vertical: false,
            ..wrap
        };
        Self::of_rows(regions, rows, gap, wrap, is_separator)
    }

    fn of_rows(
        regions: &Regions,
        rows: Range<u32>,
        gap: u32,
        wrap: Wrap,
        mut is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        let separators: Vec<bool> = regions.iter().map(|(id, _)| is_separator(id)).collect();
        let is_separator = |run: &Run| separators[run.region.index()];
        let mut tally = Tally::new(regions.len());
        let rows = rows.start..rows.end.min(regions.height());
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
            // Once more from the top: only what the bottom rows left in sight
            // meets something new.
            for y in 0..regions.height().min(reach) {
                facing.row(regions.row(y), gap, &is_separator, false, &mut tally);
            }
        }
        tally.finish(regions.len())
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

    /// The regions that touch `region`, in order of their ids, and how far.
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

#[cfg(test)]
mod tests;
