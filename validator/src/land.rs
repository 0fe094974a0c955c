//! Whose the regions of a mask are, and which territories touch.

use std::borrow::Cow;

use marchland_maps::mask::RegionId;
use marchland_maps::propose;
use marchland_maps::{Draft, Rgb};

use crate::input::Survey;

/// The mask as the draft's territories see it, which is as proposals see it.
#[derive(Debug)]
pub(crate) struct Land<'a> {
    survey: Cow<'a, propose::Survey>,
}

impl<'a> Land<'a> {
    /// The survey as it is, if the draft is the one that it was made for.
    pub(crate) fn new(draft: &Draft, survey: &'a Survey) -> Self {
        Self {
            survey: if survey.holds_for(draft) {
                Cow::Borrowed(&survey.land)
            } else {
                Cow::Owned(propose::Survey::new(&survey.regions, draft))
            },
        }
    }

    /// The territory that a region belongs to.
    pub(crate) fn owner(&self, region: RegionId) -> Option<usize> {
        self.survey.parts().territory_of(region)
    }

    /// The regions of a territory, the largest first.
    pub(crate) fn parts(&self, at: usize) -> &[RegionId] {
        self.survey.parts().of(at)
    }

    /// The widest separator that was crossed, in pixels.
    pub(crate) fn gap(&self) -> u32 {
        self.survey.gap()
    }

    /// Whether territories touch across a region.
    pub(crate) fn separates(&self, region: RegionId) -> bool {
        self.survey.separates(region)
    }

    /// Pairs of territories that touch, and how far in pixels; ascending.
    pub(crate) fn contacts(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.survey.contacts()
    }

    /// How far two territories touch, in pixels; 0 if they do not.
    pub(crate) fn contact(&self, a: usize, b: usize) -> u32 {
        self.survey.contact(a, b)
    }
}

/// The colours that are not territories: background and separator as declared.
pub(crate) fn no_land(draft: &Draft) -> impl Iterator<Item = Rgb> + '_ {
    draft
        .mask
        .iter()
        .flat_map(|mask| mask.background.iter().chain(&mask.separator))
        .copied()
}
