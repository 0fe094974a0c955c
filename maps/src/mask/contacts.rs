//! Which regions touch, and how far.

use crate::Wrap;

use super::regions::{RegionId, Regions};
use super::run::Run;

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

/// Borders of the last row, each with its length from where it began.
///
/// From row to row most borders between the same two regions move by a few
/// pixels. While they do, their length is added up here, and only what ends is
/// looked up by its two regions.
struct Borders {
    width: u16,
    above: RowBorders,
    next: RowBorders,
}

/// The runs of a row and the borders between them.
#[derive(Default)]
struct RowBorders {
    regions: Vec<u32>,
    /// The column after each run, and once more after the last.
    ends: Vec<u16>,
    /// Of the border after each run but the last.
    lengths: Vec<u32>,
}

impl Borders {
    fn new(width: u16) -> Self {
        Self {
            width,
            above: RowBorders::default(),
            next: RowBorders::default(),
        }
    }

    /// Goes on to the next row; an empty one ends all borders.
    fn row(&mut self, row: &[u32], starts: &[u16], tally: &mut Tally) {
        let Self { width, above, next } = self;
        next.regions.clear();
        next.regions.extend_from_slice(row);
        next.ends.clear();
        next.ends
            .extend_from_slice(starts.get(1..).unwrap_or_default());
        next.ends.extend([*width; 2]);
        next.lengths.clear();

        let (mut i, mut up, mut from) = (0, 0, 0);
        while i < row.len() && up < above.regions.len() {
            if let Some(moved) = next.moved(i, above, up) {
                next.lengths.push(above.lengths[up] + 1 + u32::from(moved));
                from = next.ends[i].max(above.ends[up]);
                i += 1;
                up += 1;
                continue;
            }
            let (end, above_end) = (next.ends[i], above.ends[up]);
            let until = end.min(above_end);
            if row[i] != above.regions[up] {
                tally.add(above.regions[up], row[i], u32::from(until - from));
            }
            from = until;
            if end == until {
                i += 1;
                if i < row.len() {
                    next.lengths.push(1);
                }
            }
            if above_end == until {
                above.end(up, tally);
                up += 1;
            }
        }
        // One of the rows is empty, or nothing is left of either.
        next.lengths.resize(row.len().saturating_sub(1), 1);
        for up in up..above.regions.len() {
            above.end(up, tally);
        }
        std::mem::swap(&mut self.above, &mut self.next);
    }
}

impl RowBorders {
    /// How far the border after run `i` lies from the one after run `up` of the
    /// row `above`, if it goes on from there: the same regions lie on either
    /// side, and nothing else between the two.
    #[inline]
    fn moved(&self, i: usize, above: &Self, up: usize) -> Option<u16> {
        let sides = self.regions.get(i..i + 2)?;
        let sides_above = above.regions.get(up..up + 2)?;
        let (&[end, next], &[above_end, above_next]) = (
            self.ends.get(i..i + 2)?.first_chunk()?,
            above.ends.get(up..up + 2)?.first_chunk()?,
        );
        (sides == sides_above && next > above_end && above_next > end)
            .then(|| end.abs_diff(above_end))
    }

    /// Adds the border after run `i` to those of its two regions.
    fn end(&self, i: usize, tally: &mut Tally) {
        if let (Some(&[a, b]), Some(&length)) = (
            self.regions.get(i..i + 2).and_then(<[u32]>::first_chunk),
            self.lengths.get(i),
        ) {
            tally.add(a, b, length);
        }
    }
}

/// Contacts along one row.
fn along_row(
    regions: &Regions,
    y: u32,
    gap: u32,
    wrap: bool,
    is_separator: &impl Fn(&Run) -> bool,
    tally: &mut Tally,
) {
    let mut first: Option<Run> = None;
    let mut last: Option<Run> = None;
    for run in regions.row(y).filter(|run| !is_separator(run)) {
        if let Some(last) = last
            && run.start - last.end <= gap
            && last.region != run.region
        {
            tally.add(last.region.0, run.region.0, 1);
        }
        first = first.or(Some(run));
        last = Some(run);
    }
    if let (true, Some(first), Some(last)) = (wrap, first, last) {
        let between = regions.width() - last.end + first.start;
        if between <= gap && first.region != last.region {
            tally.add(first.region.0, last.region.0, 1);
        }
    }
}

/// What each column of a row sees when it looks up: the nearest region that is
/// no separator, and how many separator pixels lie between.
struct Facing {
    seen: Vec<Sight>,
    next: Vec<Sight>,
}

/// Columns up to `end` (from the end of the sight before) see the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sight {
    end: u32,
    /// `None`: nothing, or too far away.
    region: Option<RegionId>,
    distance: u32,
}

impl Facing {
    fn new(width: u32) -> Self {
        Self {
            seen: vec![Sight {
                end: width,
                region: None,
                distance: 0,
            }],
            next: Vec::new(),
        }
    }

    /// Goes on to the next row below. Its runs are seen from then on only if
    /// they are `visible`.
    fn row(
        &mut self,
        runs: impl Iterator<Item = Run>,
        gap: u32,
        is_separator: &impl Fn(&Run) -> bool,
        visible: bool,
        tally: &mut Tally,
    ) {
        self.next.clear();
        let mut up = 0;
        for run in runs {
            let separator = is_separator(&run);
            let mut from = run.start;
            while from < run.end {
                let sight = self.seen[up];
                let until = sight.end.min(run.end);
                if separator {
                    let distance = sight.distance + 1;
                    let region = sight.region.filter(|_| distance <= gap);
                    push(
                        &mut self.next,
                        Sight {
                            end: until,
                            region,
                            distance: if region.is_some() { distance } else { 0 },
                        },
                    );
                } else if let Some(region) = sight.region
                    && region != run.region
                {
                    tally.add(region.0, run.region.0, until - from);
                }
                from = until;
                if sight.end <= run.end {
                    up += 1;
                }
            }
            if !separator {
                push(
                    &mut self.next,
                    Sight {
                        end: run.end,
                        region: visible.then_some(run.region),
                        distance: 0,
                    },
                );
            }
        }
        std::mem::swap(&mut self.seen, &mut self.next);
    }
}

/// Appends a sight; joins it to the last one if both see the same.
fn push(sights: &mut Vec<Sight>, sight: Sight) {
    match sights.last_mut() {
        Some(last) if (last.region, last.distance) == (sight.region, sight.distance) => {
            last.end = sight.end;
        }
        _ => sights.push(sight),
    }
}

/// Adds up lengths by pair of regions in a hash table with open addressing,
/// since one look-up a run and row is most of what finding contacts costs. The
/// table stays in the cache: when it is full it is emptied into a list, and
/// what the list has twice is added up at the end.
struct Tally {
    /// The pair, smaller region in the high half, and the length; 0 is free.
    slots: Vec<(u64, u32)>,
    used: usize,
    full: Vec<(u64, u32)>,
}

/// Most slots of the table, a power of two: 2 MiB.
const SLOTS: usize = 1 << 17;

impl Tally {
    fn new(regions: usize) -> Self {
        // Regions in a plane have fewer than three contacts each on average.
        let slots = (regions * 6).next_power_of_two().clamp(64, SLOTS);
        Self {
            slots: vec![(0, 0); slots],
            used: 0,
            full: Vec::new(),
        }
    }

    #[inline]
    fn add(&mut self, a: u32, b: u32, length: u32) {
        let pair = (u64::from(a.min(b)) << 32) | u64::from(a.max(b));
        let mask = self.slots.len() - 1;
        let mut at = mix(pair) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.1 == 0 {
                break;
            }
            if slot.0 == pair {
                slot.1 += length;
                return;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (pair, length);
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.empty();
        }
    }

    #[cold]
    fn empty(&mut self) {
        self.full
            .extend(self.slots.iter().filter(|&&(_, length)| length > 0));
        self.slots.fill((0, 0));
        self.used = 0;
    }

    fn finish(mut self, regions: usize) -> Contacts {
        self.empty();
        let mut firsts = vec![0_u32; regions + 1];
        for &(pair, _) in &self.full {
            for end in ends(pair) {
                firsts[end.index() + 1] += 1;
            }
        }
        for i in 0..regions {
            firsts[i + 1] += firsts[i];
        }
        let mut next = firsts.clone();
        let mut entries = vec![(RegionId(0), 0); self.full.len() * 2];
        for &(pair, length) in &self.full {
            let [a, b] = ends(pair);
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[from.index()];
                entries[*place as usize] = (to, length);
                *place += 1;
            }
        }
        // Sort what each region has, add up what it has twice, close the gaps.
        let mut kept = 0;
        for region in 0..regions {
            let own = firsts[region] as usize..next[region] as usize;
            entries[own.clone()].sort_unstable();
            firsts[region] = kept as u32;
            for i in own {
                let (other, length) = entries[i];
                if kept > firsts[region] as usize && entries[kept - 1].0 == other {
                    entries[kept - 1].1 += length;
                } else {
                    entries[kept] = (other, length);
                    kept += 1;
                }
            }
        }
        firsts[regions] = kept as u32;
        entries.truncate(kept);
        Contacts { firsts, entries }
    }
}

fn ends(pair: u64) -> [RegionId; 2] {
    [RegionId((pair >> 32) as u32), RegionId(pair as u32)]
}

/// Spreads the bits of a pair: both halves of its product with a large odd
/// number (2⁶⁴ divided by the golden ratio).
#[inline]
fn mix(pair: u64) -> u64 {
    let product = u128::from(pair ^ 0x5bd1_e995) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::mask::PixelFormat;
    use crate::mask::tests::drawn;
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
