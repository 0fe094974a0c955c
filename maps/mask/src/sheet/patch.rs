//! Changes of a sheet as values.

use std::ops::Range;

use crate::colour::Rgba;
use crate::regions::Bounds;
use crate::run::Run;

use super::BAND;

/// Pixels of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// The row.
    pub y: u32,
    /// The columns.
    pub columns: Range<u32>,
}

impl From<Run> for Stretch {
    fn from(run: Run) -> Self {
        Self {
            y: run.y,
            columns: run.start..run.end,
        }
    }
}

/// Pixels of one row that change their colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) y: u16,
    pub(super) start: u16,
    pub(super) end: u16,
    pub(super) was: Rgba,
    pub(super) now: Rgba,
}

/// A change of a sheet: pixels with their old and new colours.
///
/// Created by [`Sheet::change`](super::Sheet::change).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Patch {
    /// By row, then by column; without overlaps.
    changes: Vec<Change>,
}

/// Why a patch does not fit a sheet, which is then unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// A pixel does not have the expected colour.
    #[error("the mask has changed since this change was prepared")]
    Stale,
    /// There would be more runs than a mask may have.
    #[error("the mask would have too many runs; a mask of so many details is noise")]
    TooManyRuns,
}

impl Patch {
    pub(super) fn push(&mut self, change: Change) {
        match self.changes.last_mut() {
            Some(last)
                if (last.y, last.end, last.was, last.now)
                    == (change.y, change.start, change.was, change.now) =>
            {
                last.end = change.end;
            }
            _ => self.changes.push(change),
        }
    }

    /// Adds what differs in a row; both give start, end (exclusive) and colour of each run.
    pub(super) fn compare(
        &mut self,
        y: u32,
        mut was: impl Iterator<Item = (u32, u32, Rgba)>,
        now: impl Iterator<Item = (u32, u32, Rgba)>,
    ) {
        let mut start = 0;
        let mut run = was.next();
        for (_, new_end, now) in now {
            while let Some((_, end, colour)) = run.filter(|_| start < new_end) {
                let until = end.min(new_end);
                if colour != now {
                    self.push(Change {
                        y: y as u16,
                        start: start as u16,
                        end: until as u16,
                        was: colour,
                        now,
                    });
                }
                start = until;
                if end == until {
                    run = was.next();
                }
            }
        }
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Number of pixels that change.
    pub fn area(&self) -> u64 {
        let widths = self.changes.iter().map(|c| u64::from(c.end - c.start));
        widths.sum()
    }

    /// The rows between the first and the last that change.
    pub fn rows(&self) -> Range<u32> {
        match (self.changes.first(), self.changes.last()) {
            (Some(first), Some(last)) => first.y.into()..u32::from(last.y) + 1,
            _ => 0..0,
        }
    }

    /// The bounding rectangle of all changes; `None` if there are none.
    pub fn bounds(&self) -> Option<Bounds> {
        let rows = self.rows();
        let left = self.changes.iter().map(|change| change.start).min()?;
        let right = self.changes.iter().map(|change| change.end).max()?;
        Some(Bounds {
            left: left.into(),
            top: rows.start,
            right: right.into(),
            bottom: rows.end,
        })
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.changes.capacity() * size_of::<Change>()
    }

    /// Start, end (exclusive), row and colours, old and new, of everything that changes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Stretch, Rgba, Rgba)> + '_ {
        self.changes.iter().map(|change| {
            let stretch = Stretch {
                y: change.y.into(),
                columns: change.start.into()..change.end.into(),
            };
            (stretch, change.was, change.now)
        })
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let turned = self.changes.iter().map(|&change| Change {
            was: change.now,
            now: change.was,
            ..change
        });
        Self {
            changes: turned.collect(),
        }
    }

    pub(super) fn by_band(&self) -> impl Iterator<Item = &[Change]> {
        let band = |change: &Change| u32::from(change.y) / BAND;
        self.changes.chunk_by(move |a, b| band(a) == band(b))
    }
}

/// Stretches by row, then by column, with overlapping and adjacent ones merged.
pub fn joined(stretches: impl IntoIterator<Item = Stretch>) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = stretches.into_iter().collect();
    all.sort_unstable_by_key(|stretch| (stretch.y, stretch.columns.start));
    all.dedup_by(|next, last| {
        let meets = next.y == last.y && next.columns.start <= last.columns.end;
        if meets {
            last.columns.end = last.columns.end.max(next.columns.end);
        }
        meets
    });
    all
}
