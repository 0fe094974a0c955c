//! Whatever an author may have so far.

use std::collections::HashSet;

use crate::mask::{Point, Wrap};
use crate::{ContinentId, ContinentKey, Rgb, Setup, TerritoryId, TerritoryKey};

/// The newest format version that this build reads and the one it writes.
pub const FORMAT: u16 = 1;

/// A map in the making: plain data, in the order of the file.
///
/// Nothing is promised: names may be missing, ids doubled, neighbours unknown.
/// [`Map::try_from`](crate::Map) says what is still wrong. Fields are public to
/// read; changes go through [`Draft::apply`](crate::Draft::apply), so that each
/// has an inverse.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Draft {
    /// Format version of the file it came from; `None` for a new draft.
    pub format: Option<u16>,
    /// Short id that the protocol speaks (`a-z`, `0-9`, `-`); the folder's
    /// name where the file gives none.
    pub id: Option<String>,
    /// The map's name and its translations.
    pub name: Names,
    /// Who made it.
    pub author: Option<String>,
    /// Under which licence, in words or as an SPDX expression.
    pub licence: Option<String>,
    /// What it is about; may have several lines.
    pub description: Option<String>,
    /// The colour mask.
    pub mask: Option<MaskFile>,
    /// The picture that players see, relative to the map's folder.
    pub image: Option<String>,
    /// Edges of the map that are joined to each other.
    pub wrap: Wrap,
    /// Diameter of the badges (the discs with unit counts), pixels of the mask.
    pub badge_diameter: Option<u16>,
    /// Initial units by number of players.
    pub setup: Setup,
    /// Continents in the order of the file.
    pub continents: Vec<Continent>,
    /// Territories in the order of the file.
    pub territories: Vec<Territory>,
    keys: Keys,
}

/// Which keys were handed out. It is no part of what a draft says: undo takes
/// nothing back here, and drafts are equal whatever was tried on them before.
#[derive(Debug, Clone, Default)]
struct Keys {
    last: u32,
    /// All of them were; from now on, those that are free again are.
    went_round: bool,
}

impl PartialEq for Keys {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Keys {}

/// A name and what it is called elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// The name where no translation fits; `None` where there is none yet.
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

/// The mask's file and what its author confirmed about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MaskFile {
    /// Relative to the map's folder; never leaves it.
    pub file: String,
    /// Colours that are not territories: the sea, lakes, a frame.
    pub background: Vec<Rgb>,
    /// Colours of lines drawn between territories.
    pub separator: Vec<Rgb>,
    /// Widest separator line, in pixels, across which two territories still
    /// touch; `None` lets it be estimated from the mask.
    pub gap: Option<u16>,
}

/// A territory so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Territory {
    /// Names it for the life of the draft.
    pub key: TerritoryKey,
    /// The protocol's area index.
    pub id: Option<TerritoryId>,
    /// Name and translations.
    pub name: Names,
    /// Its colour in the mask.
    pub colour: Option<Rgb>,
    /// The continent it belongs to.
    pub continent: Option<ContinentId>,
    /// The type of its card in the deck; by id in turn where none is stated.
    pub card: Option<Card>,
    /// Where the badge stands if not at the first pivot.
    pub badge: Option<Point>,
    /// One for each connected component that matters; the first is the main one.
    pub pivots: Vec<Point>,
    /// Neighbours declared here. A two-way link is declared by one of its two
    /// territories, either will do; see [`Draft::links`].
    pub neighbours: Vec<Neighbour>,
    /// Territories that touch this one in the mask, but whose border is shut.
    /// Holds both ways, whoever declares it.
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

/// How a link goes. It changes how the link is drawn and checked, not the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum By {
    /// The territories touch.
    #[default]
    Land,
    /// Across water: drawn as a line.
    Sea,
}

/// In which directions a link can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Way {
    /// There and back, whichever side declares it.
    #[default]
    Both,
    /// Only from the territory that declares it.
    One,
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
}

/// A continent so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continent {
    /// Names it for the life of the draft.
    pub key: ContinentKey,
    /// Its number in the file.
    pub id: Option<ContinentId>,
    /// Name and translations.
    pub name: Names,
    /// Units that its sole owner gets each turn.
    pub bonus: Option<u16>,
    /// The colour that tells it apart in the editor and in pictures.
    pub colour: Option<Rgb>,
}

impl Names {
    /// A name without translations.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: Some(text.into()),
            translations: Vec::new(),
        }
    }

    /// The name in `lang`: the exact tag, else its primary language (`pt` for
    /// `pt-BR`), else the plain name.
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

    /// Whether there is nothing to read.
    pub fn is_blank(&self) -> bool {
        let text = self.text.as_ref();
        text.is_none_or(|text| text.trim().is_empty())
    }

    /// What messages call a territory or a continent: its name, else its id, else its
    /// place among its kind. `kind` is the word for it, `at` its index in the draft.
    pub fn label(&self, kind: &str, id: Option<u16>, at: usize) -> String {
        match (self.text.as_deref().map(str::trim), id) {
            (Some(name), _) if !name.is_empty() => name.to_owned(),
            (_, Some(id)) => format!("{kind} {id}"),
            _ => format!("{kind} no. {}", at + 1),
        }
    }

    /// What two names are compared by: case and white space do not tell names
    /// apart. `None` for a blank one.
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

impl Draft {
    /// An empty draft in the newest format.
    pub fn new() -> Self {
        Self::default()
    }

    /// A territory without anything but a key of its own. It is not in the
    /// draft yet: [`Edit::AddTerritory`](crate::Edit::AddTerritory) puts it there.
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

    /// A continent without anything but a key of its own, not in the draft yet.
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

    /// Keeps `key`, which came from outside, from being handed out again.
    pub(crate) fn reserve_key(&mut self, key: u32) {
        self.keys.last = self.keys.last.max(key);
    }

    /// The territory of a key. Takes a binary search, see [`Draft::place_of`].
    pub fn territory(&self, key: TerritoryKey) -> Option<&Territory> {
        Some(&self.territories[self.place_of(key)?])
    }

    /// Where in the list the territory of a key stands.
    ///
    /// Keys are handed out in ascending order and territories added at the end, so
    /// the list is nearly always sorted by key and a binary search finds it. What
    /// that finds is right in any order; only what it misses is walked for.
    pub fn place_of(&self, key: TerritoryKey) -> Option<usize> {
        let list = &self.territories;
        let found = list.binary_search_by_key(&key, |t| t.key).ok();
        found.or_else(|| list.iter().position(|t| t.key == key))
    }

    /// The first territory with that id.
    pub fn territory_by_id(&self, id: TerritoryId) -> Option<&Territory> {
        self.territories.iter().find(|t| t.id == Some(id))
    }

    /// The first territory with that key colour.
    pub fn territory_by_colour(&self, colour: Rgb) -> Option<&Territory> {
        self.territories.iter().find(|t| t.colour == Some(colour))
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
        free(ids.map(|id| id.0).collect()).map(TerritoryId)
    }

    /// The smallest continent id that is not taken.
    pub fn free_continent_id(&self) -> ContinentId {
        self.free_continent_ids().next().unwrap_or_default()
    }

    /// The continent ids that are not taken, ascending.
    pub fn free_continent_ids(&self) -> impl Iterator<Item = ContinentId> + use<> {
        let ids = self.continents.iter().filter_map(|c| c.id);
        free(ids.map(|id| id.0).collect()).map(ContinentId)
    }

    /// Every declared link as it stands: who declares it, what it says. One
    /// for each `neighbour` of the file, in its order.
    pub fn links(&self) -> impl Iterator<Item = (&Territory, Neighbour)> {
        self.territories
            .iter()
            .flat_map(|t| t.neighbours.iter().map(move |&n| (t, n)))
    }

    /// Whether one can go from `from` to `to`, by whichever declaration, and
    /// how. Reads all links: for many questions build the graph once.
    pub fn can_go(&self, from: TerritoryId, to: TerritoryId) -> Option<By> {
        self.links().find_map(|(t, n)| {
            let there = t.id == Some(from) && n.to == to;
            let back = n.way == Way::Both && t.id == Some(to) && n.to == from;
            (there || back).then_some(n.by)
        })
    }

    /// Whether the border between the two is declared shut, by either of them.
    pub fn is_closed(&self, a: TerritoryId, b: TerritoryId) -> bool {
        let shuts = |a, b| {
            self.territories
                .iter()
                .any(|t| t.id == Some(a) && t.closed.contains(&b))
        };
        shuts(a, b) || shuts(b, a)
    }

    /// Whether both say the same, keys aside. Two readings of one file have
    /// the same content; a draft and its copy after undo are even equal.
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

/// What is not taken, ascending.
fn free(taken: HashSet<u16>) -> impl Iterator<Item = u16> {
    (0..=u16::MAX).filter(move |id| !taken.contains(id))
}

#[cfg(test)]
mod tests;
