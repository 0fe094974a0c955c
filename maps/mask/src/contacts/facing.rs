//! Finds regions that face each other across separators.

use super::tally::Tally;
use crate::regions::Regions;
use crate::run::{RegionId, Run};

pub(super) fn along_row(
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

/// What each column sees when it looks up from a row: the nearest region that is not a separator,
/// and how many separator pixels lie between.
pub(super) struct Facing {
    seen: Vec<Sight>,
    next: Vec<Sight>,
}

/// Columns from the previous sight's end up to `end` see the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sight {
    end: u32,
    /// `None` if there is nothing, or it is too far away.
    region: Option<RegionId>,
    distance: u32,
}

impl Facing {
    pub(super) fn new(width: u32) -> Self {
        Self {
            seen: vec![Sight {
                end: width,
                region: None,
                distance: 0,
            }],
            next: Vec::new(),
        }
    }

    /// Advances to the next row below. Its runs are seen from then on only if they are `visible`.
    pub(super) fn row(
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

/// Appends a sight, merging it with the last one if both see the same.
fn push(sights: &mut Vec<Sight>, sight: Sight) {
    match sights.last_mut() {
        Some(last) if (last.region, last.distance) == (sight.region, sight.distance) => {
            last.end = sight.end;
        }
        _ => sights.push(sight),
    }
}
