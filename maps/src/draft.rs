//! A map in the making.

mod territories;

use std::collections::HashMap;

use crate::mask::{Point, Rgba, Wrap};
use crate::{ContinentId, ContinentKey, Rgb, Setup, TerritoryId, TerritoryKey};

pub use territories::Territories;

/// The newest format version that this build reads and the one it writes.
pub const FORMAT: u16 = 1;

/// A map in the making: plain data, in the order of the file.
///
/// Nothing is guaranteed: names may be missing, ids duplicate, neighbours unknown.
/// [`Map::try_from`](crate::Map) reports what is still wrong. Fields are public for reading;
/// changes go through [`Draft::apply`](crate::Draft::apply), so that each has an inverse.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// Format version of the file it came from; `None` for a new draft.
    pub format: Option<u16>,
    /// Short id used in the protocol (`a-z`, `0-9`, `-`).
    pub id: Option<String>,
    /// The map's name and its translations.
    pub name: Names,
    /// Who made it.
    pub author: Option<String>,
    /// Licence, in words or as an SPDX expression.
    pub licence: Option<String>,
    /// Description; may have several lines.
    pub description: Option<String>,
    /// The colour mask.
    pub mask: Option<MaskFile>,
    /// The picture for players, relative to the map's folder.
    pub image: Option<String>,
    /// Edges of the map that are joined.
    pub wrap: Wrap,
    /// Diameter of the badges (the discs with unit counts), in mask pixels.
    pub badge_diameter: Option<u16>,
    /// Initial units by number of players.
    pub setup: Setup,
    /// Continents in the order of the file.
    pub continents: Vec<Continent>,
    /// Territories in the order of the file.
    pub territories: Territories,
    keys: Keys,
}

/// Records which keys were handed out. Not part of a draft's content: undo does not revert it, and
/// drafts compare equal regardless of it.
#[derive(Debug, Clone, Default)]
struct Keys {
    last: u32,
    /// All numbers were used once; from now on, free ones are reused.
    went_round: bool,
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Keys {}

/// A name and its translations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The name where no translation fits; `None` if there is none yet.
    pub text: Option<String>,
    /// Translations in the order of the file.
    pub translations: Vec<Translation>,
}

/// A name in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translation {
    /// BCP 47 language tag, as in `xml:lang`: `cs`, `pt-BR`.
    pub lang: String,
    /// The name in that language.
    pub text: String,
}

/// The mask's file and what its author has confirmed about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MaskFile {
    /// Relative to the map's folder; never leaves it.
    pub file: String,
    /// Colours that are not territories: the sea, lakes, a frame.
    pub background: Vec<Rgb>,
    /// Colours of lines drawn between territories.
    pub separator: Vec<Rgb>,
    /// Widest separator line, in pixels, across which two territories still touch; `None` estimates
    /// it from the mask.
    pub gap: Option<u16>,
}

/// A territory of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Territory {
    /// Identifies it for the life of the draft.
    pub key: TerritoryKey,
    /// The protocol's area index.
    pub id: Option<TerritoryId>,
    /// Name and translations.
    pub name: Names,
    /// Its colour in the mask.
    pub colour: Option<Rgb>,
    /// The continent it belongs to.
    pub continent: Option<ContinentId>,
    /// The type of its card; if absent, types alternate by id.
    pub card: Option<Card>,
    /// Position of the badge if not at the first pivot.
    pub badge: Option<Point>,
    /// One for each connected component that matters; the main one first.
    pub pivots: Vec<Point>,
    /// Neighbours declared here. A two-way link is declared by either of its two territories; see
    /// [`Draft::links`].
    pub neighbours: Vec<Neighbour>,
    /// Territories that touch this one in the mask, but whose border is closed. Applies in both
    /// directions, whichever side declares it.
    pub closed: Vec<TerritoryId>,
}

/// One declared neighbour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Neighbour {
    /// The territory that can be reached.
    pub to: TerritoryId,
    /// By land or by sea.
    pub by: By,
    /// There and back, or only there.
    pub way: Way,
}

/// How a link is drawn and checked; the rules make no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum By {
    /// The territories touch.
    #[default]
    Land,
    /// Across water: drawn as a line.
    Sea,
}

impl By {
    /// The word in map files and reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Land => "land",
            Self::Sea => "sea",
        }
    }
}

/// The directions in which a link can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Way {
    /// Both directions, whichever side declares it.
    #[default]
    Both,
    /// Only from the territory that declares it.
    One,
}

impl Way {
    /// The word in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Both => "both",
            Self::One => "one",
        }
    }
}

/// The type of a territory's card. Its number is the protocol's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// 0 on the wire.
    Infantry = 0,
    /// 1 on the wire.
    Cavalry = 1,
    /// 2 on the wire.
    Artillery = 2,
}

impl Card {
    /// All types, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Infantry, Self::Cavalry, Self::Artillery];

    /// The word in map files and reports.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
        }
    }
}

/// A continent of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continent {
    /// Identifies it for the life of the draft.
    pub key: ContinentKey,
    /// Its number in the file.
    pub id: Option<ContinentId>,
    /// Name and translations.
    pub name: Names,
    /// Units that its sole owner gets each turn.
    pub bonus: Option<u16>,
    /// Its colour in the editor and in pictures.
    pub colour: Option<Rgb>,
}

impl MaskFile {
    /// The colours that are not territories: the background, then the lines.
    pub fn no_land(&self) -> impl Iterator<Item = Rgb> {
        self.background.iter().chain(&self.separator).copied()
    }
}

impl Names {
    /// A name without translations.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            translations: Vec::new(),
        }
    }

    /// The name in `lang`: by exact tag, else by primary language (`pt` for `pt-BR`), else the
    /// plain name.
    pub fn in_language(&self, lang: &str) -> Option<&str> {
        let primary = lang.split('-').next().unwrap_or(lang);
        let find = |tag: &str| {
            self.translations
                .iter()
                .find(|t| t.lang.eq_ignore_ascii_case(tag))
                .map(|t| &*t.text)
        };
        find(lang)
            .or_else(|| find(primary))
            .or(self.text.as_deref())
    }

    /// Whether the name is empty or white space.
    pub fn is_blank(&self) -> bool {
        let text = self.text.as_ref();
        text.is_none_or(|text| text.trim().is_empty())
    }

    /// What messages call a territory or a continent: its name, else its id, else its position
    /// among its kind. `kind` is the word for it, `at` its index in the draft.
    pub fn label(&self, kind: &str, id: Option<u16>, at: usize) -> String {
        match (self.text.as_deref().map(str::trim), id) {
            (Some(name), _) if !name.is_empty() => name.to_owned(),
            (_, Some(id)) => format!("{kind} {id}"),
            _ => format!("{kind} no. {}", at + 1),
        }
    }

    /// The name for comparisons, which ignore case and white space. `None` if blank.
    pub fn folded(&self) -> Option<String> {
        let words = self.text.as_ref()?.split_whitespace();
        let folded = words.collect::<Vec<_>>().join(" ").to_lowercase();
        (!folded.is_empty()).then_some(folded)
    }
}

impl Neighbour {
    /// A two-way neighbour by land.
    pub const fn land(to: TerritoryId) -> Self {
        Self {
            to,
            by: By::Land,
            way: Way::Both,
        }
    }

    /// A two-way neighbour by sea.
    pub const fn sea(to: TerritoryId) -> Self {
        Self {
            to,
            by: By::Sea,
            way: Way::Both,
        }
    }
}

impl Territory {
    /// Where its badge is: at its own position, or else at the first pivot.
    pub fn badge_place(&self) -> Option<Point> {
        self.badge.or(self.pivots.first().copied())
    }
}

impl Draft {
    /// An empty draft in the newest format.
    pub fn new() -> Self {
        Self::default()
    }

    /// A territory with nothing but a key. It is added to the draft by
    /// [`Edit::AddTerritory`](crate::Edit::AddTerritory).
    pub fn fresh_territory(&mut self) -> Territory {
        Territory {
            key: TerritoryKey(self.take_key()),
            id: None,
            name: Names::default(),
            colour: None,
            continent: None,
            card: None,
            badge: None,
            pivots: Vec::new(),
            neighbours: Vec::new(),
            closed: Vec::new(),
        }
    }

    /// A continent with nothing but a key, not yet in the draft.
    pub fn fresh_continent(&mut self) -> Continent {
        Continent {
            key: ContinentKey(self.take_key()),
            id: None,
            name: Names::default(),
            bonus: None,
            colour: None,
        }
    }

    fn take_key(&mut self) -> u32 {
        loop {
            match self.keys.last.checked_add(1) {
                Some(next) => self.keys.last = next,
                None => {
                    self.keys = Keys {
                        last: 0,
                        went_round: true,
                    }
                }
            }
            let key = self.keys.last;
            if !self.keys.went_round || !self.has_key(key) {
                return key;
            }
        }
    }

    fn has_key(&self, key: u32) -> bool {
        self.territory(TerritoryKey(key)).is_some() || self.continent(ContinentKey(key)).is_some()
    }

    /// Prevents a key that came from outside from being handed out again.
    pub(crate) fn reserve_key(&mut self, key: u32) {
        self.keys.last = self.keys.last.max(key);
    }

    /// The territory of a key, found as in [`Draft::place_of`].
    pub fn territory(&self, key: TerritoryKey) -> Option<&Territory> {
        Some(&self.territories[self.place_of(key)?])
    }

    /// The index of the territory of a key.
    ///
    /// Keys are handed out in ascending order and territories appended, so the list is nearly
    /// always sorted by key and a binary search finds it. A hit is right in any order; only after a
    /// miss the list is scanned.
    pub fn place_of(&self, key: TerritoryKey) -> Option<usize> {
        let list = &self.territories;
        list.place_if_sorted(key)
            .or_else(|| list.iter().position(|t| t.key == key))
    }

    /// The first territory with that id.
    pub fn territory_by_id(&self, id: TerritoryId) -> Option<&Territory> {
        self.territories.iter().find(|t| t.id == Some(id))
    }

    /// The index of the first territory with each id.
    pub fn places_by_id(&self) -> HashMap<TerritoryId, usize> {
        let places = self.territories.iter().enumerate();
        // The first of several is inserted last.
        let places = places.rev().filter_map(|(at, t)| Some((t.id?, at)));
        places.collect()
    }

    /// The first territory with that key colour.
    pub fn territory_by_colour(&self, colour: impl Into<Rgba>) -> Option<&Territory> {
        let colour = Some(colour.into());
        let mut all = self.territories.iter();
        all.find(|t| t.colour.map(Rgba::from) == colour)
    }

    /// The continent of a key.
    pub fn continent(&self, key: ContinentKey) -> Option<&Continent> {
        self.continents.iter().find(|c| c.key == key)
    }

    /// The first continent with that id.
    pub fn continent_by_id(&self, id: ContinentId) -> Option<&Continent> {
        self.continents.iter().find(|c| c.id == Some(id))
    }

    /// The smallest territory id that is not taken.
    pub fn free_territory_id(&self) -> TerritoryId {
        self.free_territory_ids().next().unwrap_or_default()
    }

    /// The territory ids that are not taken, ascending.
    pub fn free_territory_ids(&self) -> impl Iterator<Item = TerritoryId> + use<> {
        let ids = self.territories.iter().filter_map(|t| t.id);
        free(&mut ids.map(|id| id.0)).map(TerritoryId)
    }

    /// The smallest continent id that is not taken.
    pub fn free_continent_id(&self) -> ContinentId {
        self.free_continent_ids().next().unwrap_or_default()
    }

    /// The continent ids that are not taken, ascending.
    pub fn free_continent_ids(&self) -> impl Iterator<Item = ContinentId> + use<> {
        let ids = self.continents.iter().filter_map(|c| c.id);
        free(&mut ids.map(|id| id.0)).map(ContinentId)
    }

    /// What messages call the territory of an index, see [`Names::label`].
    pub fn territory_label(&self, at: usize) -> String {
        let territory = &self.territories[at];
        let id = territory.id.map(|id| id.0);
        territory.name.label("territory", id, at)
    }

    /// The same for a continent.
    pub fn continent_label(&self, at: usize) -> String {
        let continent = &self.continents[at];
        let id = continent.id.map(|id| id.0);
        continent.name.label("continent", id, at)
    }

    /// Diameter of the badges in pixels of the mask: 20 if it is not stated.
    pub fn badge_size(&self) -> u16 {
        self.badge_diameter.unwrap_or(20)
    }

    /// Every declared link with its declaring territory, in the order of the file.
    pub fn links(&self) -> impl Iterator<Item = (&Territory, Neighbour)> {
        self.territories
            .iter()
            .flat_map(|t| t.neighbours.iter().map(move |&n| (t, n)))
    }

    /// How one can go from `from` to `to`, whichever side declares it, if at all. Scans all links:
    /// for many queries build the graph once.
    pub fn can_go(&self, from: TerritoryId, to: TerritoryId) -> Option<By> {
        self.links().find_map(|(t, n)| {
            let there = t.id == Some(from) && n.to == to;
            let back = n.way == Way::Both && t.id == Some(to) && n.to == from;
            (there || back).then_some(n.by)
        })
    }

    /// Whether either of the two declares their border closed.
    pub fn is_closed(&self, a: TerritoryId, b: TerritoryId) -> bool {
        let shuts = |a, b| {
            self.territories
                .iter()
                .any(|t| t.id == Some(a) && t.closed.contains(&b))
        };
        shuts(a, b) || shuts(b, a)
    }

    /// Whether both have the same content, ignoring keys. Two readings of one file have the same
    /// content; a draft and its copy after undo are even equal.
    pub fn same_content(&self, other: &Self) -> bool {
        let bare = |draft: &Self| {
            let mut draft = draft.clone();
            draft.format = draft.format.or(Some(FORMAT));
            for territory in &mut draft.territories {
                territory.key = TerritoryKey(0);
            }
            for continent in &mut draft.continents {
                continent.key = ContinentKey(0);
            }
            draft
        };
        bare(self) == bare(other)
    }
}

/// The numbers that are not taken, ascending.
fn free(taken: &mut dyn Iterator<Item = u16>) -> impl Iterator<Item = u16> + use<> {
    let mut is_taken = vec![false; usize::from(u16::MAX) + 1];
    for id in taken {
        is_taken[usize::from(id)] = true;
    }
    (0..=u16::MAX).filter(move |&id| !is_taken[usize::from(id)])
}

#[cfg(test)]
mod tests;
