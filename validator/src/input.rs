//! What is checked: a draft and whatever is known of its files.
//!
//! Everything but the draft is optional: rules that need what is not there
//! stay silent. Nothing here reads a file; [`crate::load`] does.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use marchland_maps::mask::{
    ColourCount, Ground, MaskError, Pivot, RegionId, Regions, Rgba, pivots,
};
use marchland_maps::picture::Origin;
use marchland_maps::xml::{Flaw, Reading, Source};
use marchland_maps::{Draft, Place, propose};

use crate::diagnostic::{Span, Spot};
use crate::settings::Settings;

/// A draft to check, and what is known of its files.
#[derive(Debug, Clone)]
pub struct Input<'a> {
    /// The map as the author has it so far.
    pub draft: &'a Draft,
    /// Its text, for lines and columns and for what is wrong with the XML.
    pub text: Option<&'a Text>,
    /// What there is of its mask.
    pub mask: Mask<'a>,
    /// The folder it lives in.
    pub folder: Option<&'a Folder>,
    /// An older version, for what changed.
    pub previous: Option<&'a Previous>,
    /// What its author decided about the checks.
    pub settings: &'a Settings,
    /// The text of the settings, for lines and columns in it.
    pub settings_text: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// A draft alone.
    pub fn new(draft: &'a Draft, settings: &'a Settings) -> Self {
        Self {
            draft,
            text: None,
            mask: Mask::Unknown,
            folder: None,
            previous: None,
            settings,
            settings_text: None,
        }
    }
}

/// The text of a draft.
///
/// The draft that is checked need not be the very one that was read: what
/// stands where is found by the order of territories and continents, so an
/// editor may check its draft against a reading of what it would write.
#[derive(Debug, Clone)]
pub struct Text {
    source: Source,
    flaws: Vec<Flaw>,
}

impl Text {
    /// The text of a reading, and what is wrong with it.
    pub fn new(reading: Reading) -> Self {
        Self {
            source: reading.source,
            flaws: reading.flaws,
        }
    }

    /// The text as decoded.
    pub fn as_str(&self) -> &str {
        self.source.text()
    }

    /// What stands where.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What is wrong with the XML.
    pub fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }

    /// A stretch of the text with its lines and columns.
    pub fn span(&self, bytes: Range<usize>) -> Span {
        let (from, to) = (
            self.source.position(bytes.start),
            self.source.position(bytes.end),
        );
        Span::between(bytes, from, to)
    }

    /// Where a place of the draft stands: its attribute if that is written, else
    /// the start tag of its element. `mask` and `image` of the map are elements
    /// of their own. The keys are those of the draft as it was read.
    pub fn locate(&self, place: Place, attribute: Option<&str>) -> Option<Span> {
        if let (Place::Map, Some(name @ ("mask" | "image"))) = (place, attribute)
            && let Some(bytes) = self.source.locate_child(name)
        {
            return Some(self.span(bytes));
        }
        let written = attribute.and_then(|name| self.source.locate_attribute(place, name));
        written
            .or_else(|| self.source.locate(place))
            .map(|bytes| self.span(bytes))
    }
}

/// What is known of the mask.
#[derive(Debug, Clone, Default)]
pub enum Mask<'a> {
    /// Nothing: there is none, or it was not looked for.
    #[default]
    Unknown,
    /// It is there, but cannot be read.
    Unreadable(&'a MaskError),
    /// It was read.
    Read(&'a Survey),
}

/// A mask as a draft reads it; worth keeping from check to check. Where the draft that is
/// checked means something else by its colours, whose the regions are is looked at again.
#[derive(Debug, Clone)]
pub struct Survey {
    /// Its regions, which an editor has in hand already.
    pub regions: Arc<Regions>,
    /// Every colour, the one that covers most first, with its largest region.
    pub colours: Vec<(ColourCount, RegionId)>,
    /// What the proposals of neighbours see.
    pub(crate) land: propose::Survey,
    /// The middle of each region that may be land and is large enough to hold
    /// a number; `None` for the others.
    centres: Vec<Option<Pivot>>,
}

impl Survey {
    /// Regions smaller than this get no exact middle: they cannot hold a badge,
    /// and noise has millions of them.
    const LEAST_AREA: u32 = 16;

    /// Surveys a mask for a draft. Time linear in its runs.
    pub fn new(regions: impl Into<Arc<Regions>>, draft: &Draft) -> Self {
        let regions = regions.into();
        let land = propose::Survey::new(&regions, draft);
        let mut largest: HashMap<Rgba, RegionId> = HashMap::new();
        for (id, region) in regions.iter() {
            let best = largest.entry(region.colour).or_insert(id);
            if regions.get(*best).area < region.area {
                *best = id;
            }
        }
        let may_be_land = |id| matches!(land.ground(id), Ground::Land(_) | Ground::Wall);
        let lands = regions
            .iter()
            .filter(|&(id, region)| region.area >= Self::LEAST_AREA && may_be_land(id));
        let lands: Vec<RegionId> = lands.map(|(id, _)| id).collect();
        let mut centres = vec![None; regions.len()];
        for (&id, pivot) in lands.iter().zip(pivots(&regions, lands.iter().copied())) {
            centres[id.index()] = Some(pivot);
        }
        let colours = regions.colours();
        let colours = colours
            .into_iter()
            .map(|count| (count, largest[&count.colour]))
            .collect();
        Self {
            regions,
            colours,
            land,
            centres,
        }
    }

    /// Whether a survey for this draft would come out the same.
    pub fn holds_for(&self, draft: &Draft) -> bool {
        self.land.holds_for(&self.regions, draft)
    }

    /// The pixel of a region that is farthest from its border. Exact for
    /// regions that may be land and have sixteen pixels; of the others the
    /// first pixel.
    pub fn centre(&self, region: RegionId) -> Pivot {
        self.centres[region.index()].unwrap_or_else(|| Pivot {
            at: self.regions.get(region).first_pixel(),
            distance_squared: 1,
        })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.regions.width(), self.regions.height())
    }

    /// Where a region is seen: its first pixel and its box.
    pub fn spot(&self, region: RegionId) -> Spot {
        let region = self.regions.get(region);
        Spot {
            point: region.first_pixel(),
            bounds: Some(region.bounds),
        }
    }
}

/// The folder that a map lives in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// Its name.
    pub name: Option<String>,
    /// The files in it and in its folders, with `/` between names, sorted.
    pub files: Vec<String>,
    /// The mask's file, if it is there.
    pub mask: Option<Picture>,
    /// The image's file, if it is there.
    pub image: Option<Picture>,
}

/// What the head of a picture's file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width and height in pixels; `None` if the file is not a picture.
    pub size: Option<(u32, u32)>,
    /// The format stores colours inexactly, as JPEG does.
    pub lossy: bool,
    /// It carries a colour profile.
    pub profile: bool,
    /// What it was drawn from, if it says so.
    pub drawn_from: Option<Origin>,
}

/// An older version of the map.
#[derive(Debug, Clone)]
pub struct Previous {
    /// The map as it was before.
    pub draft: Draft,
}
