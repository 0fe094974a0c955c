//! Which regions touch, and how far.

mod borders;
mod facing;
mod tally;

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
        mut is_separator: impl FnMut(RegionId) -> bool,
    ) -> Self {
        let separators: Vec<bool> = regions.iter().map(|(id, _)| is_separator(id)).collect();
        let is_separator = |run: &Run| separators[run.region.index()];
        let mut tally = Tally::new(regions.len());
        for y in 0..regions.height() {
            along_row(regions, y, gap, wrap.horizontal, &is_separator, &mut tally);
        }

        let mut facing = Facing::new(regions.width());
        for y in 0..regions.height() {
            facing.row(regions.row(y), gap, &is_separator, true, &mut tally);
        }
        if wrap.vertical {
            // Once more from the top: only what the bottom rows left in sight
            // meets something new.
            for y in 0..regions.height().min(gap.saturating_add(1)) {
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
mod tests {
    use std::collections::BTreeMap;

    use super::tally::SLOTS;
    use super::*;
    use crate::PixelFormat;
    use crate::tests::drawn;
    use proptest::prelude::*;

    /// Looks from every pixel to the right and down.
    fn plain(
        regions: &Regions,
        gap: u32,
        wrap: Wrap,
        is_separator: impl Fn(RegionId) -> bool,
    ) -> Vec<Contact> {
        let (width, height) = (regions.width(), regions.height());
        let mut lengths = BTreeMap::new();
        for y in 0..height {
            for x in 0..width {
                let from = regions.region_at(x, y).unwrap();
                if is_separator(from) {
                    continue;
                }
                for (dx, dy, wraps, span) in [
                    (1, 0, wrap.horizontal, width),
                    (0, 1, wrap.vertical, height),
                ] {
                    // Never round and past the start.
                    for step in 1..=(gap + 1).min(span.saturating_sub(1)) {
                        let (mut to_x, mut to_y) = (x + dx * step, y + dy * step);
                        if wraps {
                            to_x %= width;
                            to_y %= height;
                        }
                        let Some(to) = regions.region_at(to_x, to_y) else {
                            break;
                        };
                        if is_separator(to) {
                            continue;
                        }
                        if to != from {
                            *lengths.entry((from.min(to), from.max(to))).or_insert(0) += 1;
                        }
                        break;
                    }
                }
            }
        }
        lengths
            .into_iter()
            .map(|((a, b), length)| Contact { a, b, length })
            .collect()
    }

    proptest! {
        #[test]
        fn contacts_agree_with_looking_from_every_pixel(
            width in 1_u32..24,
            colours in 2_u8..5,
            bytes in prop::collection::vec(any::<u8>(), 1..500),
            gap in 0_u32..5,
            (horizontal, vertical) in any::<(bool, bool)>(),
        ) {
            let height = bytes.len() as u32 / width;
            prop_assume!(height > 0);
            let pixels: Vec<u8> = bytes[..(width * height) as usize]
                .iter()
                .map(|byte| byte % colours)
                .collect();
            let format = PixelFormat::grey(8, None);
            let regions = Regions::from_pixels(width, height, &format, &pixels).unwrap();

            let touching = Contacts::touching(&regions);
            let expected = plain(&regions, 0, Wrap::default(), |_| false);
            prop_assert_eq!(touching.iter().collect::<Vec<_>>(), expected);

            let is_separator = |id: RegionId| regions.get(id).colour.0[0] == 0;
            let wrap = Wrap { horizontal, vertical };
            let across = Contacts::across(&regions, gap, wrap, is_separator);
            let expected = plain(&regions, gap, wrap, is_separator);
            prop_assert_eq!(across.len(), expected.len());
            for contact in &expected {
                prop_assert_eq!(across.between(contact.b, contact.a), contact.length);
            }
            prop_assert_eq!(across.iter().collect::<Vec<_>>(), expected);
            prop_assert_eq!(
                Contacts::across(&regions, 0, Wrap::default(), |_| false),
                touching
            );
        }
    }

    proptest! {
        #[test]
        fn borders_that_move_from_row_to_row_keep_their_length(
            (width, pixels) in drawn(),
        ) {
            let height = pixels.len() as u32 / width;
            let format = PixelFormat::grey(8, None);
            let regions = Regions::from_pixels(width, height, &format, &pixels).unwrap();
            let expected = plain(&regions, 0, Wrap::default(), |_| false);
            prop_assert_eq!(Contacts::touching(&regions).iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn more_contacts_than_the_table_holds_are_added_up() {
        // A column that all the others touch, far more than once each.
        let (width, height) = (300, 1200);
        let mut pixels = vec![[0, 0, 0]; width * height];
        for (i, pixel) in pixels.iter_mut().enumerate() {
            let (x, y) = (i % width, i / width);
            if x > 0 {
                *pixel = [(x % 2) as u8, (y % 2) as u8, 1];
            }
        }
        let bytes = pixels.as_flattened();
        let regions =
            Regions::from_pixels(width as u32, height as u32, &PixelFormat::RGB, bytes).unwrap();
        let contacts = Contacts::touching(&regions);
        assert!(contacts.len() > SLOTS);
        assert!(
            contacts
                .of(RegionId(0))
                .eq((0..height as u32).map(|y| (RegionId(1 + y * (width as u32 - 1)), 1)))
        );
        let expected = plain(&regions, 0, Wrap::default(), |_| false);
        assert!(contacts.iter().eq(expected));

        // A comb: the same pair over and over, with others in between.
        let pixels: Vec<u8> = (0..width * height)
            .map(|i| match (i % width, i / width) {
                (0, _) => 0,
                (1, y) => 1 + (y % 2) as u8,
                (x, y) => ((x * 7 + y * 13) % 5) as u8 + 3,
            })
            .collect();
        let format = PixelFormat::grey(8, None);
        let regions = Regions::from_pixels(width as u32, height as u32, &format, &pixels).unwrap();
        let expected = plain(&regions, 0, Wrap::default(), |_| false);
        assert!(Contacts::touching(&regions).iter().eq(expected));
    }
}
