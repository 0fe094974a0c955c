//! A playable map: checked and frozen, with dense ids from 0.

mod freeze;
mod renumber;

pub use renumber::Renumbered;

use crate::{By, Card, ContinentId, MaskFile, Names, Point, Rgb, Setup, TerritoryId, Wrap};

/// A playable map.
///
/// Territory ids are 0 to [`Map::len`] - 1 and index everything; so do continent ids. Every
/// territory can be reached from every other. Created only by [`Map::try_from`] a
/// [`Draft`](crate::Draft).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    id: String,
    name: Names,
    author: Option<String>,
    licence: Option<String>,
    description: Option<String>,
    mask: MaskFile,
    image: Option<String>,
    wrap: Wrap,
    badge_diameter: u16,
    setup: Setup,
    continents: Vec<MapContinent>,
    territories: Vec<MapTerritory>,
    /// The links that leave territory `t` are `links[offsets[t]..offsets[t + 1]]`.
    offsets: Vec<u32>,
    links: Vec<Link>,
}

/// A territory of a [`Map`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapTerritory {
    /// Name and translations.
    pub name: Names,
    /// Its colour in the mask, no other's.
    pub colour: Rgb,
    /// The continent it belongs to.
    pub continent: ContinentId,
    /// The type of its card: the draft's, else alternating by id.
    pub card: Card,
    /// Centre of its badge: the draft's, else the first pivot.
    pub badge: Point,
    /// At least one.
    pub pivots: Vec<Point>,
}

/// A continent of a [`Map`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapContinent {
    /// Name and translations.
    pub name: Names,
    /// Units that its sole owner gets each turn.
    pub bonus: u16,
    /// Its colour, if the author chose one.
    pub colour: Option<Rgb>,
    /// Its territories, ascending; at least one.
    pub members: Vec<TerritoryId>,
}

/// A link as seen from one of its ends, in a direction in which it can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// Where it leads.
    pub to: TerritoryId,
    /// By land or by sea; the rules make no difference.
    pub by: By,
}

impl Map {
    /// Short id: the draft's, else derived from the map's name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Name and translations.
    pub fn name(&self) -> &Names {
        &self.name
    }

    /// Who made it.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// Licence, in words or as an SPDX expression.
    pub fn licence(&self) -> Option<&str> {
        self.licence.as_deref()
    }

    /// What it is about.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The mask's file, relative to the map's folder.
    pub fn mask(&self) -> &MaskFile {
        &self.mask
    }

    /// The picture for players, relative to the map's folder.
    pub fn image(&self) -> Option<&str> {
        self.image.as_deref()
    }

    /// Which edges of the mask are joined to the opposite ones.
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Diameter of the badges, in mask pixels.
    pub fn badge_diameter(&self) -> u16 {
        self.badge_diameter
    }

    /// The map's own initial units.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Number of territories, at least two.
    #[expect(clippy::len_without_is_empty, reason = "a map is never empty")]
    pub fn len(&self) -> usize {
        self.territories.len()
    }

    /// All territory ids, ascending.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = TerritoryId> + use<> {
        (0..self.territories.len() as u16).map(TerritoryId)
    }

    /// All territories; the index is the id.
    pub fn territories(&self) -> &[MapTerritory] {
        &self.territories
    }

    /// The territory of an id.
    ///
    /// # Panics
    /// If the id is not below [`Map::len`].
    pub fn territory(&self, id: TerritoryId) -> &MapTerritory {
        &self.territories[id.index()]
    }

    /// All continents; the index is the id.
    pub fn continents(&self) -> &[MapContinent] {
        &self.continents
    }

    /// The continent of an id.
    ///
    /// # Panics
    /// If the map has no continent of that id.
    pub fn continent(&self, id: ContinentId) -> &MapContinent {
        &self.continents[id.index()]
    }

    /// The links that leave a territory, ascending by destination.
    ///
    /// # Panics
    /// If the id is not below [`Map::len`].
    pub fn neighbours(&self, id: TerritoryId) -> &[Link] {
        let [from, to] = [id.index(), id.index() + 1].map(|i| self.offsets[i] as usize);
        &self.links[from..to]
    }

    /// The link from one territory to another, if any. Takes time logarithmic in the number of
    /// neighbours.
    ///
    /// # Panics
    /// If `from` is not below [`Map::len`].
    pub fn link(&self, from: TerritoryId, to: TerritoryId) -> Option<Link> {
        let links = self.neighbours(from);
        links
            .binary_search_by_key(&to, |link| link.to)
            .ok()
            .map(|at| links[at])
    }

    /// A copy with other bonuses, by continent; missing ones are kept.
    #[must_use]
    pub fn with_bonuses(&self, bonuses: &[u16]) -> Self {
        let mut map = self.clone();
        for (continent, &bonus) in map.continents.iter_mut().zip(bonuses) {
            continent.bonus = bonus;
        }
        map
    }

    /// Units that each of `players` starts with when the territories are dealt as usual
    /// ([`Setup::initial_units`]).
    pub fn initial_units(&self, players: u8) -> u32 {
        self.setup.initial_units(players, self.len())
    }

    /// Units that each of `players` starts with when the territories are dealt to this many hands
    /// ([`Setup::initial_units_among`]).
    pub fn initial_units_among(&self, players: u8, hands: u8) -> u32 {
        self.setup.initial_units_among(players, hands, self.len())
    }
}
