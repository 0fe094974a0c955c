//! The owners of a mask's regions, and contacts between territories.

use std::borrow::Cow;

use marchland_maps::mask::RegionId;
use marchland_maps::propose;
use marchland_maps::{Draft, Rgb};

use crate::input::Survey;

/// A mask interpreted by the colours of a draft, in the same way as for proposals.
#[derive(Debug)]
pub(crate) struct Land<'a> {
    survey: Cow<'a, propose::Survey>,
}

impl<'a> Land<'a> {
    /// Reuses the survey if it holds for the draft.
    pub(crate) fn new(draft: &Draft, survey: &'a Survey) -> Self {
        Self {
            survey: if survey.holds_for(draft) {
                Cow::Borrowed(&survey.land)
            } else {
                Cow::Owned(propose::Survey::new(&survey.regions, draft))
            },
        }
    }

    /// The territory that owns a region.
    pub(crate) fn owner(&self, region: RegionId) -> Option<usize> {
        self.survey.parts().territory_of(region)
    }

    /// The regions of a territory, largest first.
    pub(crate) fn parts(&self, at: usize) -> &[RegionId] {
        self.survey.parts().of(at)
    }

    /// The widest separator across which territories touch, in pixels.
    pub(crate) fn gap(&self) -> u32 {
        self.survey.gap()
    }

    /// Whether territories may touch across a region.
    pub(crate) fn separates(&self, region: RegionId) -> bool {
        self.survey.separates(region)
    }

    /// Pairs of territories that touch and the length of the contact in pixels,
    /// ascending.
    pub(crate) fn contacts(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.survey.contacts()
    }

    /// The length of the contact of two territories in pixels; 0 if they do not touch.
    pub(crate) fn contact(&self, a: usize, b: usize) -> u32 {
        self.survey.contact(a, b)
    }
}

/// The declared background and separator colours.
pub(crate) fn no_land(draft: &Draft) -> impl Iterator<Item = Rgb> + '_ {
    draft
        .mask
        .iter()
        .flat_map(|mask| mask.background.iter().chain(&mask.separator))
        .copied()
}
