//! The input of a check: a draft and what is known about its files.
//!
//! Everything but the draft is optional; rules are silent if what they need is
//! missing. Nothing here reads files; [`crate::load`] does.

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

/// The owners of a mask's regions and the contacts between territories, as for proposals.
pub(crate) type Land = propose::Survey;

/// A draft to check and what is known about its files.
#[derive(Debug, Clone)]
pub struct Input<'a> {
    /// The draft.
    pub draft: &'a Draft,
    /// Its text, for flaws of the XML, lines and columns.
    pub text: Option<&'a Text>,
    /// Its mask.
    pub mask: Mask<'a>,
    /// Its folder.
    pub folder: Option<&'a Folder>,
    /// An older version to compare with.
    pub previous: Option<&'a Draft>,
    /// The settings for the check.
    pub settings: &'a Settings,
    /// The text of the settings, for lines and columns.
    pub settings_text: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// Just a draft.
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
/// The checked draft need not be the one that was read from it: positions are found
/// by the order of territories and continents, so an editor can check its draft
/// against a reading of what it would write.
#[derive(Debug, Clone)]
pub struct Text {
    source: Source,
    flaws: Vec<Flaw>,
}

impl Text {
    /// The text of a reading and its flaws.
    pub fn new(reading: Reading) -> Self {
        Self {
            source: reading.source,
            flaws: reading.flaws,
        }
    }

    /// The decoded text.
    pub fn as_str(&self) -> &str {
        self.source.text()
    }

    /// The positions of everything in the text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The flaws of the XML.
    pub fn flaws(&self) -> &[Flaw] {
        &self.flaws
    }

    /// A range of the text with its lines and columns.
    pub fn span(&self, bytes: Range<usize>) -> Span {
        let (from, to) = (
            self.source.position(bytes.start),
            self.source.position(bytes.end),
        );
        Span::between(bytes, from, to)
    }

    /// The position of a place: its attribute if present, else the start tag of its
    /// element. `mask`, `image` and `name` of the map are elements. The place has the keys of
    /// the draft that was read.
    pub fn locate(&self, place: Place, attribute: Option<&str>) -> Option<Span> {
        if let (Place::Map, Some(name @ ("mask" | "image" | "name"))) = (place, attribute)
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

/// The mask of a draft.
#[derive(Debug, Clone, Default)]
pub enum Mask<'a> {
    /// There is none, or it was not looked for.
    #[default]
    Unknown,
    /// It exists but cannot be read.
    Unreadable(&'a MaskError),
    /// It was read.
    Read(&'a Survey),
}

/// A mask interpreted by the colours of a draft; reusable from check to check. If the
/// checked draft has other colours, the check interprets the regions again.
#[derive(Debug, Clone)]
pub struct Survey {
    /// The regions of the mask.
    pub regions: Arc<Regions>,
    /// Every colour with its largest region, in descending order of area.
    pub colours: Vec<(ColourCount, RegionId)>,
    pub(crate) land: Land,
    /// The centre of each region that may be land and has at least
    /// [`Self::LEAST_AREA`] pixels; `None` for others.
    centres: Vec<Option<Pivot>>,
}

impl Survey {
    /// Smaller regions get no exact centre: they cannot hold a badge, and noise has
    /// millions of them.
    const LEAST_AREA: u32 = 16;

    /// Surveys a mask for a draft. Takes time linear in its runs.
    pub fn new(regions: impl Into<Arc<Regions>>, draft: &Draft) -> Self {
        let regions = regions.into();
        let land = Land::new(&regions, draft);
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

    /// Whether a survey for this draft would be the same.
    pub fn holds_for(&self, draft: &Draft) -> bool {
        self.land.holds_for(&self.regions, draft)
    }

    /// The pixel of a region farthest from its border, for regions that may be land and
    /// have at least 16 pixels; of other regions the first pixel.
    pub fn centre(&self, region: RegionId) -> Pivot {
        self.centres[region.index()].unwrap_or_else(|| Pivot {
            at: self.regions.get(region).first_pixel(),
            distance_squared: 1,
        })
    }

    /// The first pixel of a region and its bounding box.
    pub fn spot(&self, region: RegionId) -> Spot {
        let region = self.regions.get(region);
        Spot {
            point: region.first_pixel(),
            bounds: Some(region.bounds),
        }
    }
}

/// The folder of a map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// Its name.
    pub name: Option<String>,
    /// Sorted paths of the files in it and its subfolders, separated by `/`.
    pub files: Vec<String>,
    /// The mask's file, if it exists.
    pub mask: Option<Picture>,
    /// The image's file, if it exists.
    pub image: Option<Picture>,
    /// Whether image and mask are one file.
    pub image_is_mask: bool,
}

/// Metadata of a picture's file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Width and height in pixels; `None` if the file is not a picture.
    pub size: Option<(u32, u32)>,
    /// Why its pixels cannot be read; only of the image, because those of the mask are known.
    pub error: Option<String>,
    /// What it is if its format stores colours inexactly: `JPEG`.
    pub lossy: Option<&'static str>,
    /// Whether it has a colour profile.
    pub profile: bool,
    /// What it was drawn from, if recorded.
    pub drawn_from: Option<Origin>,
}
