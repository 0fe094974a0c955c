//! The mask of a draft: who owns which regions, and who touches whom.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use marchland_maps::mask::{Bounds, Recognition, RegionId, Regions, Sheet, pivots};
use marchland_maps::propose::{NewLink, Survey, Widths, across, crossings};
use marchland_maps::{Draft, MaskFile, Point, Rgb, TerritoryKey, Wrap};

use crate::jobs::Watch;

/// A mask and what follows from it for a draft.
#[derive(Debug)]
pub struct Land {
    regions: Arc<Regions>,
    /// Centres of regions, computed on demand.
    centres: RefCell<HashMap<RegionId, Point>>,
    by_colour: HashMap<Rgb, Vec<RegionId>>,
    /// The separator width estimated from the mask.
    estimated_gap: OnceCell<u32>,
    surveyed: Option<Surveyed>,
    sheet: Option<Sheet>,
    drawn: Option<Drawn>,
}

/// How a mask differs from the one it was drawn on.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The mask before.
    pub from: Arc<Regions>,
    /// Bounds of the difference.
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

    /// The result of drawing: regions of this sheet; `drawn` is the difference to a mask of the
    /// same size.
    pub fn drawn(regions: Arc<Regions>, sheet: Sheet, drawn: Option<Drawn>, gap: u32) -> Self {
        Self {
            sheet: Some(sheet),
            drawn,
            estimated_gap: OnceCell::from(gap),
            ..Self::new(regions)
        }
    }

    /// The drawable form of the mask, once something was drawn.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// The difference to the mask it was drawn on.
    pub fn last_drawn(&self) -> Option<&Drawn> {
        self.drawn.as_ref()
    }

    /// The regions, shared with the board and surveys.
    pub fn regions(&self) -> &Arc<Regions> {
        &self.regions
    }

    pub fn regions_of(&self, colour: Rgb) -> &[RegionId] {
        self.by_colour.get(&colour).map_or(&[], |list| list)
    }

    /// The regions of the territory at this index of the last followed draft, largest first.
    pub fn parts_of(&self, territory: usize) -> &[RegionId] {
        match &self.surveyed {
            Some(of) if territory < of.survey.parts().len() => of.survey.parts().of(territory),
            _ => &[],
        }
    }

    /// The colour at a point; `None` if transparent or outside.
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

    /// The centre of the region at a point, if within `reach` pixels.
    pub fn centre_near(&self, x: f64, y: f64, reach: f64) -> Option<Point> {
        let centre = self.centre_of(self.region_at(x, y)?);
        let (dx, dy) = (f64::from(centre.x) + 0.5 - x, f64::from(centre.y) + 0.5 - y);
        (dx * dx + dy * dy <= reach * reach).then_some(centre)
    }

    /// The centre of the largest inscribed circle of a region. Computed on first use, in some 75
    /// distance evaluations.
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

    /// The number of regions and pixels of a key colour.
    pub fn extent_of(&self, colour: Rgb) -> (usize, u64) {
        let ids = self.regions_of(colour);
        let area = ids.iter().map(|id| u64::from(self.regions.get(*id).area));
        (ids.len(), area.sum())
    }

    /// The separator width: the draft's, or an estimate from the mask.
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

    /// The survey for the last followed draft.
    pub fn survey(&self) -> Option<Arc<Survey>> {
        Some(Arc::clone(&self.surveyed.as_ref()?.survey))
    }

    /// Like [`Land::follow`], derived from the survey of the mask that this one was drawn on.
    pub fn follow_from(&mut self, was: &Survey, old: &Draft, draft: &Draft) {
        if let Some(Drawn { from, within }) = &self.drawn {
            let survey = Survey::after((was, from, old), &self.regions, draft, *within);
            self.surveyed = Some(Surveyed::new(survey, draft));
        }
        self.follow(draft);
    }

    /// Like [`Land::follow`], with a survey of this mask for this draft.
    pub fn follow_with(&mut self, survey: Survey, draft: &Draft) {
        self.surveyed = Some(Surveyed::new(survey, draft));
        self.follow(draft);
    }

    /// Updates the survey if the draft has changed in a relevant way.
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

    /// Length of the border between two territories in pixels; 0 if they do not touch.
    pub fn border(&self, a: TerritoryKey, b: TerritoryKey) -> u32 {
        let Some(of) = &self.surveyed else { return 0 };
        match (of.places.get(&a), of.places.get(&b)) {
            (Some(&a), Some(&b)) => of.survey.contact(a, b),
            _ => 0,
        }
    }

    /// All borders, by index in the last followed draft, with lengths in pixels.
    pub fn borders(&self) -> impl Iterator<Item = (usize, usize, u32)> + '_ {
        self.surveyed.iter().flat_map(|of| of.survey.contacts())
    }

    /// The territory at an index of that draft.
    pub fn key_at(&self, place: usize) -> Option<TerritoryKey> {
        Some(self.surveyed.as_ref()?.colours.get(place)?.0)
    }

    /// The input of a search for links by sea, for another thread.
    pub fn waters(&self, draft: &Draft) -> Waters {
        Waters {
            regions: Arc::clone(&self.regions),
            gap: self.gap(draft),
            draft: draft.clone(),
        }
    }
}

/// A search for links by sea.
#[derive(Debug)]
pub struct Waters {
    regions: Arc<Regions>,
    gap: u32,
    /// The draft to search.
    pub draft: Draft,
}

impl Waters {
    /// Unlinked territories across water from each other, nearest first, and those that an author
    /// would link. Walks the whole mask twice: tenths of a second for a large one. `None` if
    /// `watch` cancelled.
    pub fn links(&self, watch: Watch<'_>) -> Option<[Vec<NewLink>; 2]> {
        let (regions, draft) = (&self.regions, &self.draft);
        let survey = Survey::with_gap(regions, draft, self.gap);
        let mut half = |share: f64| watch(share as f32 / 2.0);
        let nearest = across(regions, draft, &survey, None, &mut half)?;
        let mut half = |share: f64| watch(0.5 + share as f32 / 2.0);
        let likely = crossings(regions, draft, &survey, Widths::default(), &mut half)?;
        Some([nearest, likely])
    }
}

#[cfg(test)]
mod tests;
