//! A mask as interpreted by a draft.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{ControlFlow, Range};

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
    contacts: BTreeMap<(usize, usize), u32>,
}

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
        // Dirt connected to the change may no longer be dirt.
        let rows = within.top.saturating_sub(DIRT)..within.bottom.saturating_add(DIRT);
        let is_small = rows.len() < regions.height() as usize * 2 / 3;
        let places = is_small.then(|| places((before, old), (regions, draft)));
        let Some(places) = places.flatten().filter(|_| survey.reads_as(was)) else {
            survey.set_gap(regions, was.gap);
            return survey;
        };
        let now = |(a, b): (usize, usize)| {
            let [a, b] = [places[a]?, places[b]?];
            Some((a.min(b), a.max(b)))
        };
        let known = was.contacts.iter();
        survey.contacts = known
            .filter_map(|(&pair, &length)| Some((now(pair)?, length)))
            .collect();
        for (pair, length) in was.borders(before, rows.clone()) {
            if let Some(known) = now(pair).and_then(|pair| survey.contacts.get_mut(&pair)) {
                *known = known.saturating_sub(length);
            }
        }
        for (pair, length) in survey.borders(regions, rows) {
            *survey.contacts.entry(pair).or_default() += length;
        }
        survey.contacts.retain(|_, length| *length > 0);
        survey
    }

    /// Borders of territories around some rows, see [`Contacts::around`].
    fn borders(&self, regions: &Regions, rows: Range<u32>) -> Vec<((usize, usize), u32)> {
        let separates = |id| self.separates(id);
        let around = Contacts::around(regions, rows, self.gap, self.wrap, separates);
        let borders = around.iter().filter_map(|contact| self.border(contact));
        borders.collect()
    }

    /// The territories of a contact, smaller index first.
    fn border(&self, contact: Contact) -> Option<((usize, usize), u32)> {
        let [a, b] = [contact.a, contact.b].map(|id| self.parts.territory_of(id));
        let (a, b) = (a?, b?);
        (a != b).then_some(((a.min(b), a.max(b)), contact.length))
    }

    /// Whether both classify everything but territories in the same way.
    fn reads_as(&self, other: &Self) -> bool {
        let colours = |survey: &Self| {
            let MaskFile {
                background,
                separator,
                ..
            } = survey.mask.clone();
            (background, separator)
        };
        self.wrap == other.wrap && !self.wrap.vertical && colours(self) == colours(other)
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
            contacts: BTreeMap::new(),
        }
    }

    /// Recomputes the contacts with another gap, as when the author moves a slider.
    pub fn set_gap(&mut self, regions: &Regions, gap: u32) {
        self.gap = gap;
        let mut contacts = BTreeMap::new();
        let across = Contacts::across(regions, gap, self.wrap, |id| self.separates(id));
        for (pair, length) in across.iter().filter_map(|contact| self.border(contact)) {
            *contacts.entry(pair).or_default() += length;
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
        self.contacts
            .iter()
            .map(|(&(a, b), &length)| (a, b, length))
    }

    /// The length of the border between two territories, in pixels; 0 if they do not touch.
    pub fn contact(&self, a: usize, b: usize) -> u32 {
        let length = self.contacts.get(&(a.min(b), a.max(b)));
        length.copied().unwrap_or(0)
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
        let options = SeaOptions {
            reach,
            gap: if self.sea_parts { self.gap } else { 0 },
            wrap: self.wrap,
        };
        let ground = |id: RegionId| self.grounds[id.index()];
        let touch = |a, b| self.contacts.contains_key(&(a, b));
        sea_links_watched(regions, &options, ground, touch, watch)
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
    if (before.width(), before.height()) != (after.width(), after.height()) {
        return None;
    }
    let mut now: HashMap<TerritoryKey, (usize, Option<Rgb>)> = HashMap::new();
    let mut colours = HashSet::new();
    for (at, territory) in new.territories.iter().enumerate() {
        now.insert(territory.key, (at, territory.colour));
        if !territory.colour.is_none_or(|colour| colours.insert(colour)) {
            return None;
        }
    }
    colours.clear();
    let (mut came, mut gone) = (HashSet::new(), HashSet::new());
    let mut places = Vec::with_capacity(old.territories.len());
    for territory in &old.territories {
        if !territory.colour.is_none_or(|colour| colours.insert(colour)) {
            return None;
        }
        let same = now.remove(&territory.key);
        if let Some((at, _)) = same.filter(|(_, colour)| *colour == territory.colour) {
            places.push(Some(at));
        } else {
            gone.extend(territory.colour.map(Rgba::from));
            came.extend(same.and_then(|(_, colour)| colour).map(Rgba::from));
            places.push(None);
        }
    }
    came.extend(
        now.values()
            .filter_map(|(_, colour)| colour.map(Rgba::from)),
    );
    let has = |regions: &Regions, colours: &HashSet<Rgba>| {
        !colours.is_empty() && regions.iter().any(|(_, r)| colours.contains(&r.colour))
    };
    (!has(before, &came) && !has(after, &gone)).then_some(places)
}

fn meaning(draft: &Draft) -> MaskFile {
    let mut mask = draft.mask.clone().unwrap_or_default();
    mask.file.clear();
    mask
}

#[cfg(test)]
mod tests;
