//! The input of the rules: a draft with everything known about it, indexed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use marchland_maps::xml::Lines;
use marchland_maps::{
    Continent, ContinentId, ContinentKey, Draft, Map, Names, Place, Problem, Rgb, Territory,
    TerritoryId, TerritoryKey,
};

use crate::diagnostic::{Entity, Site, Span, Spot, territory_of};
use crate::graph::{Graph, Link};
use crate::input::{Folder, Input, Land, Mask, Survey, Text};
use crate::settings::Settings;

/// The draft that is checked.
///
/// Territories and continents are identified by their index in the draft (`at`).
/// Construction takes time linear in territories, links and regions; every look-up
/// takes constant time.
pub(crate) struct Subject<'a> {
    pub(crate) draft: &'a Draft,
    pub(crate) text: Option<&'a Text>,
    pub(crate) mask: &'a Mask<'a>,
    pub(crate) folder: Option<&'a Folder>,
    pub(crate) previous: Option<&'a Draft>,
    pub(crate) settings: &'a Settings,
    settings_text: Option<(&'a str, Lines)>,
    /// Why the draft is not a map; empty if it is one.
    pub(crate) problems: Vec<Problem>,
    pub(crate) graph: Graph,
    /// `None` without a mask.
    pub(crate) land: Option<Cow<'a, Land>>,
    /// The territories of each continent; of several continents with the same id, the
    /// first has them.
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
        let mut colours = HashMap::new();
        for (at, territory) in draft.territories.iter().enumerate() {
            territories.insert(territory.key, at);
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
        let territory_ids = draft.places_by_id();
        let graph = Graph::new(draft, |id| territory_ids.get(&id).copied());
        let land = match &input.mask {
            Mask::Read(survey) if survey.holds_for(draft) => Some(Cow::Borrowed(&survey.land)),
            Mask::Read(survey) => Some(Cow::Owned(Land::new(&survey.regions, draft))),
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

    /// The mask and the owners of its regions, if it could be read.
    pub(crate) fn mask(&self) -> Option<(&'a Survey, &Land)> {
        match (self.mask, &self.land) {
            (Mask::Read(survey), Some(land)) => Some((survey, land)),
            _ => None,
        }
    }

    /// The mask's file name in the map, or an empty string.
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

    /// The index of the first continent with this id.
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

    /// The id of a territory, unless an earlier territory has the same.
    pub(crate) fn own_id(&self, at: usize) -> Option<TerritoryId> {
        let id = self.territory(at).id;
        id.filter(|&id| self.with_id(id) == Some(at))
    }

    /// A draft of just two territories, to make edits that concern no others without
    /// going through the whole draft.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Draft {
        let mut draft = Draft::new();
        let both = [self.territory(a), self.territory(b)];
        draft.territories.extend(both.into_iter().cloned());
        draft
    }

    /// The label of a territory in messages: its name, else its id, else its number.
    pub(crate) fn name(&self, at: usize) -> String {
        self.draft.territory_label(at)
    }

    pub(crate) fn continent_name(&self, at: usize) -> String {
        self.draft.continent_label(at)
    }

    /// A territory as the entity of a finding.
    pub(crate) fn entity(&self, at: usize) -> Entity {
        let territory = self.territory(at);
        let id = self.own_id(at).map(|id| id.to_string());
        Entity::Territory(territory.key, tag(id, &territory.name, at))
    }

    pub(crate) fn continent_entity(&self, at: usize) -> Entity {
        let continent = self.continent(at);
        let id = continent.id;
        let id = id.filter(|&id| self.continent_with_id(id) == Some(at));
        let id = id.map(|id| id.to_string());
        Entity::Continent(continent.key, tag(id, &continent.name, at))
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
            attribute: None,
            spot: self.spot(at),
        }
    }

    pub(crate) fn continent_site(&self, at: usize) -> Site {
        Site {
            about: vec![self.continent_entity(at)],
            place: self.continent_place(at),
            attribute: None,
            spot: None,
        }
    }

    /// Both ends of a link and the place of its declaration.
    pub(crate) fn link_site(&self, link: &Link) -> Site {
        let (from, at) = link.declared;
        Site {
            about: vec![self.entity(link.a), self.entity(link.b)],
            place: Place::Neighbour(self.territory(from).key, at),
            attribute: None,
            spot: self.spot(from),
        }
    }

    /// The mask's file.
    pub(crate) fn mask_site(&self) -> Site {
        Site {
            about: vec![Entity::File(self.mask_file())],
            place: Place::Map,
            attribute: Some("mask"),
            spot: None,
        }
    }

    /// A territory in the mask: its main pivot and the box around its largest region.
    pub(crate) fn spot(&self, at: usize) -> Option<Spot> {
        let pivot = self.territory(at).pivots.first().copied();
        let largest = self.mask().and_then(|(survey, land)| {
            let &region = land.parts().of(at).first()?;
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

    /// The [`Self::spot`] of the territory of a place.
    pub(crate) fn spot_of(&self, place: Place) -> Option<Spot> {
        self.spot(self.at(territory_of(place)?)?)
    }

    /// A place of the draft in the text; see [`Text::locate`].
    pub(crate) fn locate(&self, place: Place, attribute: Option<&str>) -> Option<Span> {
        let text = self.text?;
        text.locate(self.in_text(text, place)?, attribute)
    }

    /// The same place with the keys of the text's draft, where territories and
    /// continents have the same index. `None` if the text has fewer of them.
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

    /// A span of the settings' text, if known.
    pub(crate) fn settings_span(&self, bytes: Range<usize>) -> Option<Span> {
        let (text, lines) = self.settings_text.as_ref()?;
        let at = |byte| lines.position(text, byte);
        let (from, to) = (at(bytes.start), at(bytes.end));
        Some(Span::between(bytes, from, to))
    }

    /// A list of names for a message: up to five names and the number of others.
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

/// The text that identifies a territory or continent: its id, else its name, else its
/// number.
fn tag(own_id: Option<String>, name: &Names, at: usize) -> String {
    let name = name.text.as_deref().map(str::trim);
    let name = name.filter(|name| !name.is_empty()).map(str::to_owned);
    own_id.or(name).unwrap_or_else(|| format!("no-{}", at + 1))
}
