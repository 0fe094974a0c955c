//! The mask behind a draft: which regions are whose, and who touches whom.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use marchland_maps::mask::{Bounds, Recognition, RegionId, Regions, Sheet, pivots};
use marchland_maps::propose::{NewLink, Proposals, Survey};
use marchland_maps::{Draft, MaskFile, Point, Rgb, TerritoryKey, Wrap};

use crate::jobs::Watch;

/// A mask that was read, and what follows from it for a draft.
#[derive(Debug)]
pub struct Land {
    regions: Arc<Regions>,
    /// The middle of the largest circle in each region, as far as anybody has
    /// asked for it.
    centres: RefCell<HashMap<RegionId, Point>>,
    by_colour: HashMap<Rgb, Vec<RegionId>>,
    /// The widest line that the mask itself suggests.
    estimated_gap: OnceCell<u32>,
    surveyed: Option<Surveyed>,
    /// The same pixels to be drawn on, once something was drawn.
    sheet: Option<Sheet>,
    drawn: Option<Drawn>,
}

/// Where a mask differs from the one it was drawn on.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The mask before.
    pub from: Arc<Regions>,
    /// What differs lies in here.
    pub within: Bounds,
}

#[derive(Debug)]
struct Surveyed {
    survey: Arc<Survey>,
    mask: MaskFile,
    wrap: Wrap,
    colours: Vec<(TerritoryKey, Option<Rgb>)>,
    places: HashMap<TerritoryKey, usize>,
}

impl Surveyed {
    fn new(survey: Survey, draft: &Draft) -> Self {
        let territories = draft.territories.iter();
        let places = territories.clone().enumerate().map(|(at, t)| (t.key, at));
        Self {
            survey: Arc::new(survey),
            mask: draft.mask.clone().unwrap_or_default(),
            wrap: draft.wrap,
            places: places.collect(),
            colours: territories.map(|t| (t.key, t.colour)).collect(),
        }
    }
}

impl Land {
    /// Takes a mask.
    pub fn new(regions: Arc<Regions>) -> Self {
        let mut by_colour: HashMap<Rgb, Vec<RegionId>> = HashMap::new();
        for (id, region) in regions.iter() {
            if region.colour.alpha() == u8::MAX {
                by_colour.entry(region.colour.rgb()).or_default().push(id);
            }
        }
        Self {
            regions,
            centres: RefCell::default(),
            by_colour,
            estimated_gap: OnceCell::new(),
            surveyed: None,
            sheet: None,
            drawn: None,
        }
    }

    /// What a mask has become that was drawn on: the regions of this sheet.
    /// `drawn` is where it differs from one of the same size.
    pub fn drawn(regions: Arc<Regions>, sheet: Sheet, drawn: Option<Drawn>, gap: u32) -> Self {
        Self {
            sheet: Some(sheet),
            drawn,
            estimated_gap: OnceCell::from(gap),
            ..Self::new(regions)
        }
    }

    /// The same pixels to be drawn on, if anything was drawn yet.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// Where it differs from the mask that it was drawn on.
    pub fn last_drawn(&self) -> Option<&Drawn> {
        self.drawn.as_ref()
    }

    /// The regions of the mask, shared with whoever paints or surveys them.
    pub fn regions(&self) -> &Arc<Regions> {
        &self.regions
    }

    /// The regions of a key colour.
    pub fn regions_of(&self, colour: Rgb) -> &[RegionId] {
        self.by_colour.get(&colour).map_or(&[], |list| list)
    }

    /// The regions of the territory at that place of the draft, the largest
    /// first. The draft is the one followed last.
    pub fn parts_of(&self, territory: usize) -> &[RegionId] {
        match &self.surveyed {
            Some(of) if territory < of.survey.parts().len() => of.survey.parts().of(territory),
            _ => &[],
        }
    }

    /// The colour at a point of the mask, unless it is transparent or beyond.
    pub fn colour_at(&self, x: f64, y: f64) -> Option<Rgb> {
        let colour = self.regions.get(self.region_at(x, y)?).colour;
        (colour.alpha() == u8::MAX).then(|| colour.rgb())
    }

    fn region_at(&self, x: f64, y: f64) -> Option<RegionId> {
        if x < 0.0 || y < 0.0 {
            return None;
        }
        self.regions.region_at(x as u32, y as u32)
    }

    /// The centre of the region at a point, if it is at most `reach` pixels away.
    pub fn centre_near(&self, x: f64, y: f64, reach: f64) -> Option<Point> {
        let centre = self.centre_of(self.region_at(x, y)?);
        let (dx, dy) = (f64::from(centre.x) + 0.5 - x, f64::from(centre.y) + 0.5 - y);
        (dx * dx + dy * dy <= reach * reach).then_some(centre)
    }

    /// The middle of the largest circle that fits into a region. Worked out
    /// when first asked for, some 75 distances to its border.
    pub fn centre_of(&self, region: RegionId) -> Point {
        let mut centres = self.centres.borrow_mut();
        *centres.entry(region).or_insert_with(|| {
            let found = pivots(&self.regions, [region]);
            found.first().map(|pivot| pivot.at).unwrap_or_default()
        })
    }

    /// The centre of the largest region of a key colour.
    pub fn main_centre(&self, colour: Rgb) -> Option<Point> {
        let regions = self.regions_of(colour).iter();
        let largest = regions.max_by_key(|id| self.regions.get(**id).area)?;
        Some(self.centre_of(*largest))
    }

    /// How many regions a key colour has, and how many pixels.
    pub fn extent_of(&self, colour: Rgb) -> (usize, u64) {
        let ids = self.regions_of(colour);
        let area = ids.iter().map(|id| u64::from(self.regions.get(*id).area));
        (ids.len(), area.sum())
    }

    /// Width of the lines across which territories touch: the draft's, or what
    /// the mask suggests.
    pub fn gap(&self, draft: &Draft) -> u32 {
        let stated = draft.mask.as_ref().and_then(|mask| mask.gap);
        stated.map_or_else(
            || {
                *self
                    .estimated_gap
                    .get_or_init(|| Recognition::of(&self.regions).gap)
            },
            u32::from,
        )
    }

    /// What the draft that was followed last sees in the mask.
    pub fn survey(&self) -> Option<Arc<Survey>> {
        Some(Arc::clone(&self.surveyed.as_ref()?.survey))
    }

    /// As [`Land::follow`], by the survey of the mask that this one was drawn on and the draft
    /// that saw it.
    pub fn follow_from(&mut self, was: &Survey, old: &Draft, draft: &Draft) {
        if let Some(Drawn { from, within }) = &self.drawn {
            let survey = Survey::after((was, from, old), &self.regions, draft, *within);
            self.surveyed = Some(Surveyed::new(survey, draft));
        }
        self.follow(draft);
    }

    /// Surveys the mask anew if the draft has changed in what that depends on.
    pub fn follow(&mut self, draft: &Draft) {
        let gap = self.gap(draft);
        let mask = draft.mask.clone().unwrap_or_default();
        let territories = draft.territories.iter();
        let colours: Vec<_> = territories.map(|t| (t.key, t.colour)).collect();
        if let Some(of) = &mut self.surveyed
            && of.wrap == draft.wrap
            && of.colours == colours
            && (&of.mask.background, &of.mask.separator) == (&mask.background, &mask.separator)
        {
            if of.survey.gap() != gap {
                Arc::make_mut(&mut of.survey).set_gap(&self.regions, gap);
            }
            return;
        }
        let survey = Survey::with_gap(&self.regions, draft, gap);
        self.surveyed = Some(Surveyed::new(survey, draft));
    }

    /// Length of the border between two territories; 0 if they do not touch.
    pub fn border(&self, a: TerritoryKey, b: TerritoryKey) -> u32 {
        let Some(of) = &self.surveyed else { return 0 };
        match (of.places.get(&a), of.places.get(&b)) {
            (Some(&a), Some(&b)) => of.survey.contact(a, b),
            _ => 0,
        }
    }

    /// All borders between territories, by their places in the draft that was
    /// followed last, with their lengths in pixels.
    pub fn borders(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.surveyed.iter().flat_map(|of| of.survey.contacts())
    }

    /// The territory at a place of that draft.
    pub fn key_at(&self, place: usize) -> Option<TerritoryKey> {
        Some(self.surveyed.as_ref()?.colours.get(place)?.0)
    }

    /// What is needed to look for territories across water from each other, on
    /// another thread.
    pub fn waters(&self, draft: &Draft) -> Waters {
        Waters {
            regions: Arc::clone(&self.regions),
            gap: self.gap(draft),
            draft: draft.clone(),
        }
    }
}

/// Looks for territories across water from each other.
#[derive(Debug)]
pub struct Waters {
    regions: Arc<Regions>,
    gap: u32,
    /// The draft that is looked at.
    pub draft: Draft,
}

impl Waters {
    /// Territories across water from each other that are neither linked nor
    /// touch, the nearest first. Walks the whole mask: some tenths of a second
    /// for a large one. `None` if `watch` broke off.
    pub fn links(&self, watch: Watch<'_>) -> Option<Vec<NewLink>> {
        let survey = Survey::with_gap(&self.regions, &self.draft, self.gap);
        let mut watch = |share: f64| watch(share as f32);
        Proposals::across(&self.regions, &self.draft, &survey, None, &mut watch)
    }
}

#[cfg(test)]
mod tests;
