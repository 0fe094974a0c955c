//! What a rule looks at: the draft with everything known about it, indexed.

use std::collections::HashMap;
use std::ops::Range;

use marchland_maps::xml::Lines;
use marchland_maps::{
    Continent, ContinentId, ContinentKey, Draft, Map, Place, Point, Problem, Rgb, Territory,
    TerritoryId, TerritoryKey,
};

use crate::diagnostic::{Entity, Site, Span, Spot};
use crate::graph::{Graph, Link};
use crate::input::{Folder, Input, Mask, Previous, Survey, Text};
use crate::land::Land;
use crate::settings::Settings;

/// A draft under examination.
///
/// Territories and continents are named by their index in the draft (`at`).
/// Building it takes time linear in territories, links and regions; every
/// look-up takes constant time.
pub(crate) struct Subject<'a> {
    pub(crate) draft: &'a Draft,
    pub(crate) text: Option<&'a Text>,
    pub(crate) mask: &'a Mask<'a>,
    pub(crate) folder: Option<&'a Folder>,
    pub(crate) previous: Option<&'a Previous>,
    pub(crate) settings: &'a Settings,
    settings_text: Option<(&'a str, Lines)>,
    /// Why the draft is not a map; empty if it is one.
    pub(crate) problems: Vec<Problem>,
    pub(crate) graph: Graph,
    /// Which regions of the mask are whose; `None` without a mask.
    pub(crate) land: Option<Land<'a>>,
    /// Members of each continent, by index; doubled ids go to the first.
    pub(crate) members: Vec<Vec<usize>>,
    territories: HashMap<TerritoryKey, usize>,
    territory_ids: HashMap<TerritoryId, usize>,
    colours: HashMap<Rgb, usize>,
    continents: HashMap<ContinentKey, usize>,
    continent_ids: HashMap<ContinentId, usize>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(input: &'a Input<'a>) -> Self {
        let draft = input.draft;
        let mut territories = HashMap::new();
        let mut territory_ids = HashMap::new();
        let mut colours = HashMap::new();
        for (at, territory) in draft.territories.iter().enumerate() {
            territories.insert(territory.key, at);
            if let Some(id) = territory.id {
                territory_ids.entry(id).or_insert(at);
            }
            if let Some(colour) = territory.colour {
                colours.entry(colour).or_insert(at);
            }
        }
        let mut continents = HashMap::new();
        let mut continent_ids = HashMap::new();
        for (at, continent) in draft.continents.iter().enumerate() {
            continents.insert(continent.key, at);
            if let Some(id) = continent.id {
                continent_ids.entry(id).or_insert(at);
            }
        }
        let mut members = vec![Vec::new(); draft.continents.len()];
        for (at, territory) in draft.territories.iter().enumerate() {
            let continent = territory.continent.and_then(|id| continent_ids.get(&id));
            if let Some(&continent) = continent {
                members[continent].push(at);
            }
        }
        let graph = Graph::new(draft, |id| territory_ids.get(&id).copied());
        let land = match &input.mask {
            Mask::Read(survey) => Some(Land::new(draft, survey)),
            Mask::Unknown | Mask::Unreadable(_) => None,
        };
        Self {
            draft,
            text: input.text,
            mask: &input.mask,
            folder: input.folder,
            previous: input.previous,
            settings: input.settings,
            settings_text: input.settings_text.map(|text| (text, Lines::of(text, 0))),
            problems: Map::try_from(draft).err().unwrap_or_default(),
            graph,
            land,
            members,
            territories,
            territory_ids,
            colours,
            continents,
            continent_ids,
        }
    }

    /// The mask and whose its regions are, if it could be read.
    pub(crate) fn mask(&self) -> Option<(&'a Survey, &Land<'a>)> {
        match (self.mask, &self.land) {
            (Mask::Read(survey), Some(land)) => Some((survey, land)),
            _ => None,
        }
    }

    /// The mask's file as the map names it; empty if it names none.
    pub(crate) fn mask_file(&self) -> String {
        let mask = self.draft.mask.as_ref();
        mask.map(|mask| mask.file.clone()).unwrap_or_default()
    }

    pub(crate) fn territories(&self) -> impl Iterator<Item = (usize, &'a Territory)> + use<'a> {
        self.draft.territories.iter().enumerate()
    }

    pub(crate) fn continents(&self) -> impl Iterator<Item = (usize, &'a Continent)> + use<'a> {
        self.draft.continents.iter().enumerate()
    }

    pub(crate) fn territory(&self, at: usize) -> &'a Territory {
        &self.draft.territories[at]
    }

    pub(crate) fn continent(&self, at: usize) -> &'a Continent {
        &self.draft.continents[at]
    }

    pub(crate) fn at(&self, key: TerritoryKey) -> Option<usize> {
        self.territories.get(&key).copied()
    }

    pub(crate) fn with_id(&self, id: TerritoryId) -> Option<usize> {
        self.territory_ids.get(&id).copied()
    }

    pub(crate) fn continent_at(&self, key: ContinentKey) -> Option<usize> {
        self.continents.get(&key).copied()
    }

    /// The index of the first continent with an id.
    pub(crate) fn continent_with_id(&self, id: ContinentId) -> Option<usize> {
        self.continent_ids.get(&id).copied()
    }

    /// The index of the continent that a territory belongs to.
    pub(crate) fn continent_of(&self, at: usize) -> Option<usize> {
        self.territory(at)
            .continent
            .and_then(|id| self.continent_with_id(id))
    }

    /// The index of the first territory with a key colour.
    pub(crate) fn with_colour(&self, colour: Rgb) -> Option<usize> {
        self.colours.get(&colour).copied()
    }

    /// The id of a territory if no earlier one has it.
    pub(crate) fn own_id(&self, at: usize) -> Option<TerritoryId> {
        let id = self.territory(at).id;
        id.filter(|&id| self.with_id(id) == Some(at))
    }

    /// Two territories alone, for edits that concern no others: to make one then
    /// takes no look at the whole draft.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Draft {
        let mut draft = Draft::new();
        let both = [self.territory(a), self.territory(b)];
        draft.territories.extend(both.into_iter().cloned());
        draft
    }

    /// Diameter of the badges, in pixels of the mask.
    pub(crate) fn badge_diameter(&self) -> u16 {
        self.draft
            .badge_diameter
            .unwrap_or(Map::DEFAULT_BADGE_DIAMETER)
    }

    pub(crate) fn badge(&self, at: usize) -> Option<Point> {
        let territory = self.territory(at);
        territory.badge.or(territory.pivots.first().copied())
    }

    /// What messages call a territory: its name, else its id, else its place.
    pub(crate) fn name(&self, at: usize) -> String {
        let territory = self.territory(at);
        let id = territory.id.map(|id| id.0);
        territory.name.label("territory", id, at)
    }

    pub(crate) fn continent_name(&self, at: usize) -> String {
        let continent = self.continent(at);
        let id = continent.id.map(|id| id.0);
        continent.name.label("continent", id, at)
    }

    /// A territory as what a finding is about.
    pub(crate) fn entity(&self, at: usize) -> Entity {
        let territory = self.territory(at);
        let tag = match (territory.id, named(territory.name.text.as_deref())) {
            (Some(id), _) if self.with_id(id) == Some(at) => id.to_string(),
            (_, Some(name)) => name.to_owned(),
            _ => format!("no-{}", at + 1),
        };
        Entity::Territory(territory.key, tag)
    }

    pub(crate) fn continent_entity(&self, at: usize) -> Entity {
        let continent = self.continent(at);
        let tag = match (continent.id, named(continent.name.text.as_deref())) {
            (Some(id), _) if self.continent_with_id(id) == Some(at) => id.to_string(),
            (_, Some(name)) => name.to_owned(),
            _ => format!("no-{}", at + 1),
        };
        Entity::Continent(continent.key, tag)
    }

    pub(crate) fn place(&self, at: usize) -> Place {
        Place::Territory(self.territory(at).key)
    }

    pub(crate) fn continent_place(&self, at: usize) -> Place {
        Place::Continent(self.continent(at).key)
    }

    pub(crate) fn territory_site(&self, at: usize) -> Site {
        Site {
            about: vec![self.entity(at)],
            place: self.place(at),
            spot: self.spot(at),
        }
    }

    pub(crate) fn continent_site(&self, at: usize) -> Site {
        Site {
            about: vec![self.continent_entity(at)],
            place: self.continent_place(at),
            spot: None,
        }
    }

    /// Both ends of a link, and where it is declared.
    pub(crate) fn link_site(&self, link: &Link) -> Site {
        let (from, at) = link.declared;
        Site {
            about: vec![self.entity(link.a), self.entity(link.b)],
            place: Place::Neighbour(self.territory(from).key, at),
            spot: self.spot(from),
        }
    }

    /// Where a territory is seen: its main pivot, and the box around its
    /// largest region.
    pub(crate) fn spot(&self, at: usize) -> Option<Spot> {
        let pivot = self.territory(at).pivots.first().copied();
        let largest = self.mask().and_then(|(survey, land)| {
            let &region = land.parts(at).first()?;
            Some((survey, region))
        });
        match (pivot, largest) {
            (Some(point), largest) => Some(Spot {
                point,
                bounds: largest.map(|(survey, region)| survey.regions.get(region).bounds),
            }),
            (None, Some((survey, region))) => Some(survey.spot(region)),
            (None, None) => None,
        }
    }

    /// Where the territory of a place is seen, see [`Self::spot`].
    pub(crate) fn spot_of(&self, place: Place) -> Option<Spot> {
        match place {
            Place::Territory(key)
            | Place::Pivot(key, _)
            | Place::Neighbour(key, _)
            | Place::Closed(key, _) => self.spot(self.at(key)?),
            Place::Map | Place::Continent(_) => None,
        }
    }

    /// Where a place of the draft stands in the text, see [`Text::locate`].
    pub(crate) fn locate(&self, place: Place, attribute: Option<&str>) -> Option<Span> {
        let text = self.text?;
        text.locate(self.in_text(text, place)?, attribute)
    }

    /// The same place with the keys that it has in the text: its territory or continent
    /// is the one that stands as far from the beginning. `None` where the text has fewer.
    pub(crate) fn in_text(&self, text: &Text, place: Place) -> Option<Place> {
        let read = text.source().draft();
        let territory = |key| Some(read.territories.get(self.at(key)?)?.key);
        Some(match place {
            Place::Map => Place::Map,
            Place::Territory(key) => Place::Territory(territory(key)?),
            Place::Pivot(key, index) => Place::Pivot(territory(key)?, index),
            Place::Neighbour(key, index) => Place::Neighbour(territory(key)?, index),
            Place::Closed(key, index) => Place::Closed(territory(key)?, index),
            Place::Continent(key) => {
                Place::Continent(read.continents.get(self.continent_at(key)?)?.key)
            }
        })
    }

    /// A stretch of the settings' text, if that is known.
    pub(crate) fn settings_span(&self, bytes: Range<usize>) -> Option<Span> {
        let (text, lines) = self.settings_text.as_ref()?;
        let at = |byte| lines.position(text, byte);
        let (from, to) = (at(bytes.start), at(bytes.end));
        Some(Span::between(bytes, from, to))
    }

    /// A list of names for a message: up to five, then how many more.
    pub(crate) fn list(&self, territories: &[usize], total: usize) -> String {
        const SHOWN: usize = 5;
        let shown = territories.iter().take(SHOWN).map(|&at| self.name(at));
        let list = shown.collect::<Vec<_>>().join(", ");
        match total - territories.len().min(SHOWN) {
            0 => list,
            more => format!("{list} and {more} more"),
        }
    }
}

fn named(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
