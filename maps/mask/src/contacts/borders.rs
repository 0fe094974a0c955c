//! Follows the borders of touching regions from row to row.
//!
//! Two regions touch where their runs lie side by side in a row, or one above the other. Looking up
//! the pair at each such place would cost a search for every run, but a border continues from row
//! to row, a little to the left or right:
//!
//! ```text
//! row y - 1   |     a     |      b      |        the border of a and b, length 7 so far
//! row y       |       a       |    b    |        continues: 1 for this row, and 4 for the
//!                         ^^^^                   pixels by which it moved
//! ```
//!
//! So the borders of the last row are kept with their lengths, ordered by column, and merged with
//! the runs of the next row like two sorted lists. Only when a border ends is its length added to
//! the tally of its two regions.

use std::ops::Range;

use super::tally::Tally;

/// Borders of the last row, each with its length so far.
///
/// Most borders move by a few pixels from row to row. Meanwhile their length is accumulated here,
/// and only a border that ends needs a lookup by its two regions.
pub(super) struct Borders {
    columns: Range<u16>,
    above: RowBorders,
    next: RowBorders,
}

#[derive(Default)]
struct RowBorders {
    regions: Vec<u32>,
    /// The column after each run, and once more after the last.
    ends: Vec<u16>,
    /// By run: the length of the border after it, for all but the last.
    lengths: Vec<u32>,
}

impl Borders {
    /// Of some columns; what lies outside is left out.
    pub(super) fn new(columns: Range<u16>) -> Self {
        Self {
            columns,
            above: RowBorders::default(),
            next: RowBorders::default(),
        }
    }

    /// Advances to the next row, of which the runs that overlap the columns are given; an empty
    /// one ends all borders.
    pub(super) fn row(&mut self, row: &[u32], starts: &[u16], tally: &mut Tally) {
        let Self {
            columns,
            above,
            next,
        } = self;
        next.regions.clear();
        next.regions.extend_from_slice(row);
        next.ends.clear();
        next.ends
            .extend_from_slice(starts.get(1..).unwrap_or_default());
        next.ends.extend([columns.end; 2]);
        next.lengths.clear();

        let (mut i, mut up, mut from) = (0, 0, columns.start);
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
        // One of the rows is exhausted.
        next.lengths.resize(row.len().saturating_sub(1), 1);
        for up in up..above.regions.len() {
            above.end(up, tally);
        }
        std::mem::swap(&mut self.above, &mut self.next);
    }
}

impl RowBorders {
    /// How far the border after run `i` lies from the one after run `up` of the row `above`, if it
    /// continues that one: the same regions lie on both sides, with nothing in between.
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

    /// Adds the border after run `i` to the tally of its two regions.
    fn end(&self, i: usize, tally: &mut Tally) {
        if let (Some(&[a, b]), Some(&length)) = (
            self.regions.get(i..i + 2).and_then(<[u32]>::first_chunk),
            self.lengths.get(i),
        ) {
            tally.add(a, b, length);
        }
    }
}
