//! Compares the land of two masks.

use std::collections::HashMap;

use super::pairs::Pairs;
use super::{Land, Version};
use crate::Draft;
use crate::mask::{self, Regions, Rgba};

/// A stretch of a row that belongs to one territory, or none, in each of the masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) was: Option<usize>,
    pub(super) is: Option<usize>,
}

/// The masks of both versions, with the owners of their regions.
pub(super) struct Masks<'a> {
    pub(super) old: &'a Regions,
    pub(super) new: &'a Regions,
    was: Vec<Option<usize>>,
    is: Vec<Option<usize>>,
}

impl<'a> Masks<'a> {
    /// `None` unless both exist.
    pub(super) fn of(old: Version<'a>, new: Version<'a>, pairs: &Pairs) -> Option<Self> {
        let (was, is) = (old.mask?, new.mask?);
        Some(Self {
            old: was,
            new: is,
            was: owners(old.draft, was, |at| pairs.shared(at)),
            is: owners(new.draft, is, |at| at),
        })
    }

    pub(super) fn have_one_size(&self) -> bool {
        self.old.size() == self.new.size()
    }

    /// Walks along one row of both masks, stretch by stretch.
    pub(super) fn stretches(&self, y: u32, mut each: impl FnMut(Stretch)) {
        let mut after = self.new.row(y).peekable();
        for run in self.old.row(y) {
            let mut start = run.start;
            while let Some(other) = after.peek().filter(|_| start < run.end) {
                let end = run.end.min(other.end);
                each(Stretch {
                    start,
                    end,
                    was: self.was[run.region.index()],
                    is: self.is[other.region.index()],
                });
                start = end;
                if other.end == end {
                    after.next();
                }
            }
        }
    }
}

/// The owner of each region of a mask, as a number shared by both versions.
fn owners(draft: &Draft, regions: &Regions, shared: impl Fn(usize) -> usize) -> Vec<Option<usize>> {
    let mut of: HashMap<Rgba, usize> = HashMap::new();
    for (at, territory) in draft.territories.iter().enumerate() {
        if let Some(colour) = territory.colour {
            // The first of several with the same colour owns the land.
            of.entry(colour.into()).or_insert_with(|| shared(at));
        }
    }
    let owner = |(_, region): (_, &crate::mask::Region)| of.get(&region.colour).copied();
    regions.iter().map(owner).collect()
}

/// The pixels that changed their territory, or became land or sea, row by row. `None` unless both
/// masks exist and have the same size.
pub fn changed_land(old: Version<'_>, new: Version<'_>) -> Option<Vec<mask::Stretch>> {
    let pairs = Pairs::of_territories(old.draft, new.draft);
    let masks = Masks::of(old, new, &pairs).filter(Masks::have_one_size)?;
    let mut changed: Vec<mask::Stretch> = Vec::new();
    for y in 0..masks.new.height() {
        masks.stretches(y, |stretch| {
            if stretch.was == stretch.is {
                return;
            }
            match changed.last_mut() {
                Some(last) if last.y == y && last.columns.end == stretch.start => {
                    last.columns.end = stretch.end;
                }
                _ => changed.push(mask::Stretch {
                    y,
                    columns: stretch.start..stretch.end,
                }),
            }
        });
    }
    Some(changed)
}

/// The land of every territory, by its number shared by both versions; `None` without masks.
pub(super) fn lands(old: Version<'_>, new: Version<'_>, pairs: &Pairs) -> Option<Vec<Land>> {
    let masks = Masks::of(old, new, pairs)?;
    let none = Land {
        was: 0,
        is: 0,
        gained: None,
        lost: None,
    };
    let mut all = vec![none; old.draft.territories.len() + new.draft.territories.len()];
    for ((_, region), owner) in masks.old.iter().zip(&masks.was) {
        if let Some(owner) = owner {
            all[*owner].was += u64::from(region.area);
        }
    }
    for ((_, region), owner) in masks.new.iter().zip(&masks.is) {
        if let Some(owner) = owner {
            all[*owner].is += u64::from(region.area);
        }
    }
    if masks.have_one_size() {
        for land in &mut all {
            (land.gained, land.lost) = (Some(0), Some(0));
        }
        for y in 0..masks.old.height() {
            masks.stretches(y, |stretch| {
                if stretch.was == stretch.is {
                    return;
                }
                let pixels = u64::from(stretch.end - stretch.start);
                if let Some(lost) = stretch.was.and_then(|of| all[of].lost.as_mut()) {
                    *lost += pixels;
                }
                if let Some(gained) = stretch.is.and_then(|of| all[of].gained.as_mut()) {
                    *gained += pixels;
                }
            });
        }
    }
    Some(all)
}
