//! A mask as interpreted by a draft.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::limits::MAX_PIVOTS;
use crate::mask::{
    Bounds, Contact, Contacts, Ground, Parts, Recognition, RegionId, Regions, Rgba, SeaLink,
    SeaOptions, sea_links_watched,
};
use crate::{Draft, MaskFile, Rgb, TerritoryKey, Wrap};

/// A part of a territory with fewer pixels than this is dirt and needs no pivot, unless the
/// territory has no larger one.
pub const SMALLEST_PART: u32 = 9;

/// Regions of an unknown colour up to this many pixels do not separate the territories around them.
const DIRT: u32 = 12;

/// Lines wider than this share of a typical territory's side are a sea in the colour of the lines.
const WIDEST_LINE: f64 = 0.25;

/// A mask as interpreted by a draft.
///
/// Territories are referred to by their index in the draft. A new survey is needed after changes of
/// territories, colours, pivots or the mask's settings, but not after changes of names, links and
/// continents.
#[derive(Debug, Clone)]
pub struct Survey {
    parts: Parts,
    /// By region.
    grounds: Vec<Ground>,
    /// Whether background counts as a line, because no lines are drawn.
    sea_parts: bool,
    gap: u32,
    /// The draft's mask settings, except the file name.
    mask: MaskFile,
    wrap: Wrap,
    /// Ascending.
    contacts: Vec<(Pair, u32)>,
}

/// Two territories, the smaller index first.
type Pair = (usize, usize);

/// The regions of a draft's territories, by index in the draft.
fn parts_of(regions: &Regions, draft: &Draft) -> Parts {
    let territories = draft.territories.iter();
    Parts::new(regions, territories.map(|t| (t.colour, &*t.pivots)))
}

impl Survey {
    /// Surveys a mask for a draft. Takes time linear in the runs; estimating the gap, if the draft
    /// does not state it, takes another pass.
    pub fn new(regions: &Regions, draft: &Draft) -> Self {
        let gap = draft.mask.as_ref().and_then(|mask| mask.gap);
        let gap = gap.map_or_else(|| Recognition::of(regions).gap, u32::from);
        Self::with_gap(regions, draft, gap)
    }

    /// Whether a survey of the same mask for this draft would be the same. Takes time linear in
    /// regions and territories.
    pub fn holds_for(&self, regions: &Regions, draft: &Draft) -> bool {
        self.mask == meaning(draft)
            && self.wrap == draft.wrap
            && self.parts == parts_of(regions, draft)
    }

    /// [`Survey::new`] with the widest line, in pixels, across which two territories still touch.
    pub fn with_gap(regions: &Regions, draft: &Draft, gap: u32) -> Self {
        let mut survey = Self::without_contacts(regions, draft, gap);
        survey.set_gap(regions, gap);
        survey
    }

    /// [`Survey::with_gap`] of a mask that differs from an earlier, surveyed one only within a
    /// rectangle, with the same gap. Borders are recomputed only around it, unless it is too large
    /// for that to pay off, or the two drafts interpret their masks differently.
    pub fn after(
        (was, before, old): (&Self, &Regions, &Draft),
        regions: &Regions,
        draft: &Draft,
        within: Bounds,
    ) -> Self {
        let mut survey = Self::without_contacts(regions, draft, was.gap);
        let reads_so = survey.reads_as(was);
        let places = reads_so.then(|| places((before, old), (regions, draft)));
        let Some(places) = places.flatten() else {
            survey.set_gap(regions, was.gap);
            return survey;
        };
        let now = |(a, b): Pair| {
            let [a, b] = [places[a]?, places[b]?];
            Some((a.min(b), a.max(b)))
        };
        let known = was.contacts.iter();
        let known = known.filter_map(|&(pair, length)| Some((now(pair)?, i64::from(length))));
        // If only colours differ, and no land of a territory that stays, its borders went with it.
        let stays = |(id, _)| {
            let owner = was.parts.territory_of(id).and_then(|at| places[at]);
            owner == survey.parts.territory_of(id)
        };
        if was.gap == 0 && regions.has_runs_of(before) && regions.iter().all(stays) {
            survey.contacts = summed(known.collect());
            return survey;
        }
        // Dirt connected to the change may no longer be dirt.
        let within = Bounds {
            left: within.left.saturating_sub(DIRT),
            top: within.top.saturating_sub(DIRT),
            right: within.right.saturating_add(DIRT),
            bottom: within.bottom.saturating_add(DIRT),
        };
        if within.height() >= regions.height() * 2 / 3 {
            survey.set_gap(regions, was.gap);
            return survey;
        }
        let gone = was.borders(before, within).into_iter();
        let gone = gone.filter_map(|(pair, length)| Some((now(pair)?, -i64::from(length))));
        let come = survey.borders(regions, within).into_iter();
        let come = come.map(|(pair, length)| (pair, i64::from(length)));
        // Sorted apart, these are merged with what is known.
        let mut changes: Vec<_> = gone.chain(come).collect();
        changes.sort_unstable();
        survey.contacts = summed(known.chain(changes).collect());
        survey
    }

    /// The same for a draft from which territories are removed that have no land, by index.
    pub(crate) fn without(mut self, is_gone: impl Fn(usize) -> bool) -> Self {
        let mut left = 0;
        let place = |at| {
            let is_left = !is_gone(at);
            left += usize::from(is_left);
            is_left.then(|| left - 1)
        };
        let places: Vec<Option<usize>> = (0..self.parts.len()).map(place).collect();
        self.parts = self.parts.without(&places);
        let now = |at: usize| places[at].unwrap_or(at);
        for ground in &mut self.grounds {
            if let Ground::Land(at) = ground {
                *at = now(*at);
            }
        }
        for ((a, b), _) in &mut self.contacts {
            (*a, *b) = (now(*a), now(*b));
        }
        self
    }

    /// The same, but for a draft that states the gap, or does not.
    #[must_use]
    pub fn stating(mut self, gap: Option<u16>) -> Self {
        self.mask.gap = gap;
        self
    }

    /// Borders of territories around a rectangle, see [`Contacts::around`].
    fn borders(&self, regions: &Regions, within: Bounds) -> Vec<(Pair, u32)> {
        let separates = |id| self.separates(id);
        let around = Contacts::around(regions, within, self.gap, self.wrap, separates);
        let borders = around.iter().filter_map(|contact| self.border(contact));
        borders.collect()
    }

    /// The territories of a contact, smaller index first.
    fn border(&self, contact: Contact) -> Option<(Pair, u32)> {
        let [a, b] = [contact.a, contact.b].map(|id| self.parts.territory_of(id));
        let (a, b) = (a?, b?);
        (a != b).then_some(((a.min(b), a.max(b)), contact.length))
    }

    /// Whether both classify everything but territories in the same way, and colours alone tell
    /// whose territory a region is.
    fn reads_as(&self, other: &Self) -> bool {
        let colours = |survey: &Self| {
            let MaskFile {
                background,
                separator,
                ..
            } = survey.mask.clone();
            (background, separator)
        };
        let is_own = |survey: &Self| !survey.parts.share_colours();
        self.wrap == other.wrap
            && !self.wrap.vertical
            && colours(self) == colours(other)
            && is_own(self)
            && is_own(other)
    }

    fn without_contacts(regions: &Regions, draft: &Draft, gap: u32) -> Self {
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
        Self {
            parts,
            grounds,
            sea_parts: separator.is_empty(),
            gap,
            mask: meaning(draft),
            wrap: draft.wrap,
            contacts: Vec::new(),
        }
    }

    /// Recomputes the contacts with another gap, as when the author moves a slider.
    pub fn set_gap(&mut self, regions: &Regions, gap: u32) {
        self.gap = gap;
        let across = Contacts::across(regions, gap, self.wrap, |id| self.separates(id));
        let borders = across.iter().filter_map(|contact| self.border(contact));
        let borders = borders.map(|(pair, length)| (pair, i64::from(length)));
        self.contacts = summed(borders.collect());
    }

    /// The widest line, in pixels, across which two territories touch.
    pub const fn gap(&self) -> u32 {
        self.gap
    }

    /// Which regions make up which territory.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The ground of a region.
    ///
    /// # Panics
    /// If the id is of another mask and too large for this one.
    pub fn ground(&self, region: RegionId) -> Ground {
        self.grounds[region.index()]
    }

    /// Whether territories touch across a region: it is a line or dirt, or sea if no lines are
    /// drawn.
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

    /// Pairs of territories that touch, smaller index first, with the length of their border in
    /// pixels; ascending.
    pub fn contacts(&self) -> impl ExactSizeIterator<Item = (usize, usize, u32)> + '_ {
        let all = self.contacts.iter();
        all.map(|&((a, b), length)| (a, b, length))
    }

    /// The length of the border between two territories, in pixels; 0 if they do not touch.
    pub fn contact(&self, a: usize, b: usize) -> u32 {
        let pair = (a.min(b), a.max(b));
        let at = self.contacts.binary_search_by_key(&pair, |&(pair, _)| pair);
        at.map_or(0, |at| self.contacts[at].1)
    }

    /// Pairs of territories that face each other across water and do not touch, the nearest first,
    /// whether or not they are linked. `reach` as in [`SeaOptions`].
    pub fn sea_links(&self, regions: &Regions, reach: Option<f64>) -> Vec<SeaLink> {
        let mut on = |_| ControlFlow::Continue(());
        let links = self.sea_links_watched(regions, reach, &mut on);
        links.unwrap_or_default()
    }

    /// [`Survey::sea_links`] that calls `watch` with the progress, from 0 to 1; `None` if it
    /// returns `Break`.
    pub fn sea_links_watched(
        &self,
        regions: &Regions,
        reach: Option<f64>,
        watch: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<Vec<SeaLink>> {
        let gap = if self.sea_parts {
            self.gap
        } else {
            let widest = WIDEST_LINE * self.typical_side(regions);
            self.gap.min(widest as u32)
        };
        let options = SeaOptions {
            reach,
            gap,
            sea_parts: self.sea_parts,
            wrap: self.wrap,
        };
        let ground = |id: RegionId| self.grounds[id.index()];
        let touch = |a: usize, b: usize| self.contact(a, b) > 0;
        sea_links_watched(regions, &options, ground, touch, watch)
    }

    /// The side of a square as large as the territory of median size, in pixels; 0 without
    /// territories.
    pub(super) fn typical_side(&self, regions: &Regions) -> f64 {
        let areas = (0..self.parts.len()).map(|at| self.parts.area(regions, at));
        let mut areas: Vec<u64> = areas.filter(|&area| area > 0).collect();
        areas.sort_unstable();
        let median = areas.get(areas.len() / 2);
        median.map_or(0.0, |&area| (area as f64).sqrt())
    }

    /// The parts of a territory that matter: those of at least [`SMALLEST_PART`] pixels, or else
    /// the largest; largest first.
    ///
    /// # Panics
    /// If there are not that many territories.
    pub fn parts_that_matter(&self, regions: &Regions, territory: usize) -> &[RegionId] {
        let parts = self.parts.of(territory);
        let large = parts.partition_point(|&id| regions.get(id).area >= SMALLEST_PART);
        &parts[..large.clamp(1.min(parts.len()), MAX_PIVOTS)]
    }
}

/// The index in the newer draft of each territory of the older one; `None` if pixels of a colour in
/// both masks may have changed owners.
fn places(
    (before, old): (&Regions, &Draft),
    (after, new): (&Regions, &Draft),
) -> Option<Vec<Option<usize>>> {
    if before.size() != after.size() {
        return None;
    }
    let [old, new] = [&old.territories, &new.territories];
    // Territories keep their order: only after one that came or went they are looked up.
    let by_key = LazyCell::new(|| -> HashMap<TerritoryKey, usize> {
        let all = new.iter().enumerate();
        all.map(|(at, territory)| (territory.key, at)).collect()
    });
    let mut next = 0;
    let mut gone = Vec::new();
    let mut is_known = vec![false; new.len()];
    let mut places = Vec::with_capacity(old.len());
    for territory in old {
        let is_same = new.get(next).is_some_and(|of| of.key == territory.key);
        let at = if is_same {
            Some(next)
        } else {
            by_key.get(&territory.key).copied()
        };
        next = at.map_or(next, |at| at + 1);
        let same = at.filter(|&at| new[at].colour == territory.colour);
        if let Some(at) = same {
            is_known[at] = true;
        } else {
            gone.extend(territory.colour.map(Rgba::from));
        }
        places.push(same);
    }
    let others = new.iter().zip(is_known).filter(|(_, is_known)| !is_known);
    let came = others.filter_map(|(territory, _)| territory.colour.map(Rgba::from));
    let came = came.collect();
    let has = |regions: &Regions, mut colours: Vec<Rgba>| {
        colours.sort_unstable();
        let is_one = |colour: &Rgba| colours.binary_search(colour).is_ok();
        !colours.is_empty() && regions.iter().any(|(_, r)| is_one(&r.colour))
    };
    (!has(before, came) && !has(after, gone)).then_some(places)
}

/// The sums for each pair, ascending; those above 0.
fn summed(mut all: Vec<(Pair, i64)>) -> Vec<(Pair, u32)> {
    // Mostly one or two sorted runs, which this sort makes use of.
    all.sort_by_key(|&(pair, _)| pair);
    all.dedup_by(|(other, length), (pair, sum)| {
        *sum += if other == pair { *length } else { 0 };
        other == pair
    });
    let left = all.into_iter().filter(|&(_, length)| length > 0);
    left.map(|(pair, length)| (pair, length as u32)).collect()
}

fn meaning(draft: &Draft) -> MaskFile {
    let mut mask = draft.mask.clone().unwrap_or_default();
    mask.file.clear();
    mask
}

#[cfg(test)]
mod tests;
