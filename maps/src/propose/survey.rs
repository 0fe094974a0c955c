//! A mask as a draft reads it.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use crate::limits::MAX_PIVOTS;
use crate::mask::{
    Contacts, Ground, Parts, Recognition, RegionId, Regions, Rgba, SeaLink, SeaOptions,
    sea_links_watched,
};
use crate::{Draft, MaskFile, Rgb, Wrap};

/// A part of a territory with fewer pixels than this is dirt and needs no pivot,
/// unless the territory has no larger one.
pub const SMALLEST_PART: u32 = 9;

/// Regions of nobody's colour up to this many pixels do not keep the
/// territories around them apart.
const DIRT: u32 = 12;

/// A mask as a draft reads it.
///
/// Territories are counted by their place in the draft. What is surveyed is
/// the draft of that moment: after changes of territories, colours, pivots or
/// the mask's own settings a new survey is due; after changes of names, links
/// and continents it is not.
#[derive(Debug, Clone)]
pub struct Survey {
    parts: Parts,
    /// By region.
    grounds: Vec<Ground>,
    /// Background counts as a line, since no lines are drawn.
    sea_parts: bool,
    gap: u32,
    /// What the draft says of the mask, but for its name.
    mask: MaskFile,
    wrap: Wrap,
    contacts: BTreeMap<(usize, usize), u32>,
}

/// The regions of a draft's territories, by their place in the draft.
fn parts_of(regions: &Regions, draft: &Draft) -> Parts {
    let territories = draft.territories.iter();
    Parts::new(regions, territories.map(|t| (t.colour, &*t.pivots)))
}

impl Survey {
    /// Surveys a mask for a draft. Takes time linear in the runs; estimating
    /// the gap, where the draft does not state it, looks at the mask once more.
    pub fn new(regions: &Regions, draft: &Draft) -> Self {
        let gap = draft.mask.as_ref().and_then(|mask| mask.gap);
        let gap = gap.map_or_else(|| Recognition::of(regions).gap, u32::from);
        Self::with_gap(regions, draft, gap)
    }

    /// Whether a survey of the same mask for this draft would come out the same. Takes
    /// time linear in regions and territories.
    pub fn holds_for(&self, regions: &Regions, draft: &Draft) -> bool {
        self.mask == meaning(draft)
            && self.wrap == draft.wrap
            && self.parts == parts_of(regions, draft)
    }

    /// [`Survey::new`] with the widest line, in pixels, across which two
    /// territories still touch.
    pub fn with_gap(regions: &Regions, draft: &Draft, gap: u32) -> Self {
        let parts = parts_of(regions, draft);
        let opaque = |colours: &[Rgb]| -> HashSet<Rgba> {
            colours.iter().copied().map(Rgba::opaque).collect()
        };
        let mask = draft.mask.as_ref();
        let background = mask.map_or_else(HashSet::new, |mask| opaque(&mask.background));
        let separator = mask.map_or_else(HashSet::new, |mask| opaque(&mask.separator));
        let grounds = regions
            .iter()
            .map(|(id, region)| match parts.territory_of(id) {
                Some(territory) => Ground::Land(territory),
                None if separator.contains(&region.colour) => Ground::Line,
                None if region.colour.alpha() == 0 || background.contains(&region.colour) => {
                    Ground::Water
                }
                None if region.area <= DIRT => Ground::Line,
                None => Ground::Wall,
            })
            .collect();
        let mut survey = Self {
            parts,
            grounds,
            sea_parts: separator.is_empty(),
            gap,
            mask: meaning(draft),
            wrap: draft.wrap,
            contacts: BTreeMap::new(),
        };
        survey.set_gap(regions, gap);
        survey
    }

    /// Looks at the contacts again with another gap, as when the author moves a
    /// slider.
    pub fn set_gap(&mut self, regions: &Regions, gap: u32) {
        self.gap = gap;
        let mut contacts = BTreeMap::new();
        let across = Contacts::across(regions, gap, self.wrap, |id| self.separates(id));
        for contact in across.iter() {
            let [a, b] = [contact.a, contact.b].map(|id| self.parts.territory_of(id));
            if let (Some(a), Some(b)) = (a, b)
                && a != b
            {
                *contacts.entry((a.min(b), a.max(b))).or_default() += contact.length;
            }
        }
        self.contacts = contacts;
    }

    /// The widest line, in pixels, across which two territories touch.
    pub const fn gap(&self) -> u32 {
        self.gap
    }

    /// Which regions make up which territory.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// What a region is.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn ground(&self, region: RegionId) -> Ground {
        self.grounds[region.index()]
    }

    /// Whether territories touch across a region: it is a line or dirt, or sea where no
    /// lines are drawn.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn separates(&self, region: RegionId) -> bool {
        match self.grounds[region.index()] {
            Ground::Line => true,
            Ground::Water => self.sea_parts,
            Ground::Land(_) | Ground::Wall => false,
        }
    }

    /// Pairs of territories that touch, smaller place first, with the length of
    /// their border in pixels; ascending.
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = (usize, usize, u32)> + '_ {
        self.contacts
            .iter()
            .map(|(&(a, b), &length)| (a, b, length))
    }

    /// The length of the border between two territories, in pixels; 0 if they
    /// do not touch.
    pub fn contact(&self, a: usize, b: usize) -> u32 {
        let length = self.contacts.get(&(a.min(b), a.max(b)));
        length.copied().unwrap_or(0)
    }

    /// Pairs of territories that face each other across water and do not touch,
    /// the nearest first; linked already or not. `reach` as in [`SeaOptions`].
    pub fn sea_links(&self, regions: &Regions, reach: Option<f64>) -> Vec<SeaLink> {
        let mut on = |_| ControlFlow::Continue(());
        let links = self.sea_links_watched(regions, reach, &mut on);
        links.unwrap_or_default()
    }

    /// [`Survey::sea_links`] that tells `watch` what share of the work is done,
    /// from 0 to 1; `None` if that answers to break.
    pub fn sea_links_watched(
        &self,
        regions: &Regions,
        reach: Option<f64>,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Vec<SeaLink>> {
        let options = SeaOptions {
            reach,
            gap: if self.sea_parts { self.gap } else { 0 },
            wrap: self.wrap,
        };
        let ground = |id: RegionId| self.grounds[id.index()];
        let touch = |a, b| self.contacts.contains_key(&(a, b));
        sea_links_watched(regions, &options, ground, touch, watch)
    }

    /// The parts of a territory that matter: those of at least
    /// [`SMALLEST_PART`] pixels, or else the largest; the largest first.
    ///
    /// # Panics
    /// If there are not that many territories.
    pub fn parts_that_matter(&self, regions: &Regions, territory: usize) -> &[RegionId] {
        let parts = self.parts.of(territory);
        let large = parts.partition_point(|&id| regions.get(id).area >= SMALLEST_PART);
        &parts[..large.clamp(1.min(parts.len()), MAX_PIVOTS)]
    }
}

fn meaning(draft: &Draft) -> MaskFile {
    let mut mask = draft.mask.clone().unwrap_or_default();
    mask.file.clear();
    mask
}
