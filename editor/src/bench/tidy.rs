//! Specks and small gaps: listed before anything is done about them.

use std::sync::Arc;

use marchland_board::{Tint, Wash};
use marchland_maps::mask::{Region, RegionId, Rgba, Stretch};
use marchland_maps::redraw::Clutter;

use super::{Bench, Effect, Tidy};
use crate::drawing::{Deed, Refusal};
use crate::scenery;
use crate::texts;

/// What would be tidied up.
#[derive(Debug)]
pub struct Tidying {
    /// Pixels that a gap has across at most.
    pub gap: u16,
    /// A line for each of the first, and how many there are in all; or why it cannot be.
    pub found: Result<(Vec<String>, usize), String>,
    washes: Vec<Wash>,
}

impl Tidying {
    /// Pixels that a gap can be said to have at most.
    pub const WIDEST: u16 = 32;

    pub(super) fn washes(&self) -> &[Wash] {
        &self.washes
    }
}

impl Bench {
    /// What would be tidied up.
    pub fn tidying(&self) -> Option<&Tidying> {
        self.tidying.as_ref()
    }

    /// Looks for specks, and for gaps of up to so many pixels.
    pub(super) fn look_for_clutter(&mut self, gap: u16) {
        /// More lines than those nobody reads.
        const LISTED: usize = 5;
        let Some(land) = self.document.land() else {
            return;
        };
        let (draft, regions) = (self.document.draft(), land.regions());
        let style = self.painting.scene_style();
        let clutter = Clutter::of(draft, regions, gap.into());
        let (found, washes) = match clutter {
            Err(error) => (Err(texts::not_drawn(&Refusal::from(error))), Vec::new()),
            Ok(Clutter { specks, gaps }) => {
                let line = |(id, is_gap): (RegionId, bool)| {
                    let region = regions.get(id);
                    let whose = (!is_gap).then(|| self.owner(region)).flatten();
                    texts::clutter(region, is_gap, whose.as_deref())
                };
                let all = specks.iter().map(|&id| (id, false));
                let all = all.chain(gaps.iter().map(|&id| (id, true)));
                let lines = all.take(LISTED).map(line).collect();
                let wash = |(ids, at): (&Vec<RegionId>, usize)| {
                    let pixels = ids.iter().flat_map(|&id| regions.runs_of(id));
                    let mut pixels: Vec<Stretch> = pixels
                        .map(|run| Stretch {
                            y: run.y,
                            columns: run.start..run.end,
                        })
                        .collect();
                    pixels.sort_unstable_by_key(|pixel| (pixel.y, pixel.columns.start));
                    Wash {
                        pixels: vec![Arc::from(pixels)],
                        tint: Tint::Land(scenery::part(at, style)),
                        sea_only: false,
                    }
                };
                let washes = [(&specks, 0), (&gaps, 1)].map(wash).to_vec();
                (Ok((lines, specks.len() + gaps.len())), washes)
            }
        };
        self.tidying = Some(Tidying { gap, found, washes });
    }

    /// Whose land a region is.
    fn owner(&self, region: &Region) -> Option<String> {
        let draft = self.document.draft();
        let mut all = draft.territories.iter();
        let owner = all.find(|t| t.colour.map(Rgba::from) == Some(region.colour));
        owner.map(|owner| texts::territory_name(draft, owner.key))
    }

    pub(super) fn tidy(&mut self, change: Tidy) -> Vec<Effect> {
        let Some(tidying) = &self.tidying else {
            return Vec::new();
        };
        match change {
            Tidy::Gap(gap) => self.look_for_clutter(gap.min(Tidying::WIDEST)),
            Tidy::Confirm => {
                let gap = tidying.gap;
                let is_some = matches!(tidying.found, Ok((_, count)) if count > 0);
                self.tidying = None;
                if is_some {
                    return self.draw(Deed::Tidy(gap));
                }
            }
            Tidy::Cancel => self.tidying = None,
        }
        Vec::new()
    }
}
