//! Reasons why a draft is not a map.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::hash::Hash;

use crate::{ContinentId, ContinentKey, TerritoryId, TerritoryKey};

/// A reason why a [`Draft`](crate::Draft) is not a [`Map`](crate::Map).
///
/// Problems concern only the draft. Flaws of the file and of the mask are found where those are
/// read, and the validator reports what makes a map poor rather than unplayable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Problem {
    /// The map has no name.
    #[error("the map has no name")]
    NoMapName,
    /// The map's id has the wrong form.
    #[error("the map's id `{0}` must be 1 to 32 of a-z, 0-9 and `-`")]
    MapId(String),
    /// The map names no mask.
    #[error("the map names no mask")]
    NoMask,
    /// Fewer than two territories.
    #[error("a map needs at least two territories; this one has {0}")]
    TooFewTerritories(usize),
    /// More territories or continents than [`limits`](crate::limits) allow.
    #[error("a map may have {max} {what}; this one has {count}")]
    TooMany {
        /// `territories` or `continents`.
        what: &'static str,
        /// The limit.
        max: usize,
        /// The actual number.
        count: usize,
    },
    /// No continent at all.
    #[error("the map has no continent")]
    NoContinents,
    /// A territory has no id.
    #[error("{0} has no id")]
    NoTerritoryId(Named<TerritoryKey>),
    /// Two territories have the same id.
    #[error("{first} and {second} both have the id {id}")]
    TerritoryIdTwice {
        /// The duplicate id.
        id: TerritoryId,
        /// The earlier in the file.
        first: Named<TerritoryKey>,
        /// The later in the file.
        second: Named<TerritoryKey>,
    },
    /// Ids do not run from 0 without gaps.
    #[error(
        "no territory has the id {missing}, but {highest} is taken; ids run from 0 without gaps"
    )]
    TerritoryIdGap {
        /// The smallest id that is missing.
        missing: TerritoryId,
        /// The highest id in use.
        highest: TerritoryId,
        /// The territory with that id.
        holder: TerritoryKey,
    },
    /// A territory has no name.
    #[error("{0} has no name")]
    NoTerritoryName(Named<TerritoryKey>),
    /// Two territories have the same name.
    #[error("two territories are called “{second}”")]
    TerritoryNameTwice {
        /// The earlier in the file.
        first: Named<TerritoryKey>,
        /// The later in the file.
        second: Named<TerritoryKey>,
    },
    /// A territory has no key colour.
    #[error("{0} has no key colour")]
    NoColour(Named<TerritoryKey>),
    /// Two territories share a key colour.
    #[error("{first} and {second} share the key colour {colour}")]
    ColourTwice {
        /// The shared colour.
        colour: crate::Rgb,
        /// The earlier in the file.
        first: Named<TerritoryKey>,
        /// The later in the file.
        second: Named<TerritoryKey>,
    },
    /// A territory's key colour is declared background or separator.
    #[error("the key colour {colour} of {territory} is also declared as background or separator")]
    ColourIsNoLand {
        /// The colour in question.
        colour: crate::Rgb,
        /// The territory that uses it.
        territory: Named<TerritoryKey>,
    },
    /// A territory has no pivot.
    #[error("{0} has no pivot")]
    NoPivot(Named<TerritoryKey>),
    /// A territory belongs to no continent.
    #[error("{0} belongs to no continent")]
    NoContinent(Named<TerritoryKey>),
    /// A territory belongs to a continent that does not exist.
    #[error("{territory} belongs to continent {continent}, which does not exist")]
    UnknownContinent {
        /// The territory in question.
        territory: Named<TerritoryKey>,
        /// The unknown id.
        continent: ContinentId,
    },
    /// A neighbour refers to a territory that does not exist.
    #[error("{from} has {to} as a neighbour, but no territory has that id")]
    UnknownNeighbour {
        /// The declaring territory.
        from: Named<TerritoryKey>,
        /// The unknown id.
        to: TerritoryId,
        /// Index of the neighbour in its list.
        at: usize,
    },
    /// A closed border refers to a territory that does not exist.
    #[error("{from} has a closed border to {to}, but no territory has that id")]
    UnknownClosed {
        /// The declaring territory.
        from: Named<TerritoryKey>,
        /// The unknown id.
        to: TerritoryId,
        /// Index of the closed border in its list.
        at: usize,
    },
    /// A territory is its own neighbour.
    #[error("{of} is its own neighbour")]
    SelfNeighbour {
        /// The territory in question.
        of: Named<TerritoryKey>,
        /// Index of the neighbour in its list.
        at: usize,
    },
    /// A territory declares the same neighbour twice.
    #[error("{from} lists {to} as a neighbour twice{}", if *.alike { "" } else { ", in different ways" })]
    LinkTwice {
        /// The declaring territory.
        from: Named<TerritoryKey>,
        /// The other end.
        to: Named<TerritoryKey>,
        /// Index of the later declaration in its list.
        at: usize,
        /// Whether it agrees with the first one.
        alike: bool,
    },
    /// Both ends declare the link, but differently: one by land and one by sea, or one two-way and
    /// one one-way.
    #[error("{from} and {to} declare the link between them differently")]
    LinkDiffers {
        /// The later in the file.
        from: Named<TerritoryKey>,
        /// The earlier in the file.
        to: Named<TerritoryKey>,
        /// Index of the neighbour in the later one's list.
        at: usize,
    },
    /// A border is linked and closed at once.
    #[error("the border between {from} and {to} is both linked and closed")]
    LinkedAndClosed {
        /// The territory that declares it closed.
        from: Named<TerritoryKey>,
        /// The other end.
        to: Named<TerritoryKey>,
        /// Index of the closed border in its list.
        at: usize,
    },
    /// Some territories cannot be reached from the first, or the first not from them.
    #[error("{}", unreachable_text(.territories, *.total, *.trapped))]
    Unreachable {
        /// Up to [`Problem::LISTED`] of them.
        territories: Vec<Named<TerritoryKey>>,
        /// Total number.
        total: usize,
        /// Whether they can be reached, but not left.
        trapped: bool,
    },
    /// A continent has no id.
    #[error("{0} has no id")]
    NoContinentId(Named<ContinentKey>),
    /// Two continents have the same id.
    #[error("{first} and {second} both have the id {id}")]
    ContinentIdTwice {
        /// The duplicate id.
        id: ContinentId,
        /// The earlier in the file.
        first: Named<ContinentKey>,
        /// The later in the file.
        second: Named<ContinentKey>,
    },
    /// Continents' ids do not run from 0 without gaps.
    #[error(
        "no continent has the id {missing}, but {highest} is taken; ids run from 0 without gaps"
    )]
    ContinentIdGap {
        /// The smallest id that is missing.
        missing: ContinentId,
        /// The highest id in use.
        highest: ContinentId,
        /// The continent with that id.
        holder: ContinentKey,
    },
    /// A continent has no name.
    #[error("{0} has no name")]
    NoContinentName(Named<ContinentKey>),
    /// Two continents have the same name.
    #[error("two continents are called “{second}”")]
    ContinentNameTwice {
        /// The earlier in the file.
        first: Named<ContinentKey>,
        /// The later in the file.
        second: Named<ContinentKey>,
    },
    /// A continent has no bonus; 0 counts as one.
    #[error("{0} has no bonus")]
    NoBonus(Named<ContinentKey>),
    /// A continent has no territory.
    #[error("{0} has no territory")]
    EmptyContinent(Named<ContinentKey>),
}

/// A territory or continent with its label for messages.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named<K> {
    /// Its key in the draft.
    pub key: K,
    /// Its name, or its id, or its position in the file.
    pub label: String,
}

impl<K> fmt::Display for Named<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// The part of the draft that a problem or a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The map as a whole.
    Map,
    /// A territory, by its key in the draft.
    Territory(TerritoryKey),
    /// The pivot of a territory at that index.
    Pivot(TerritoryKey, usize),
    /// The neighbour that a territory declares at that index.
    Neighbour(TerritoryKey, usize),
    /// The closed border that a territory declares at that index.
    Closed(TerritoryKey, usize),
    /// A continent, by its key in the draft.
    Continent(ContinentKey),
}

impl Problem {
    /// The most territories that [`Problem::Unreachable`] names.
    pub const LISTED: usize = 8;

    /// The part of the draft to look at.
    pub fn place(&self) -> Place {
        match self {
            Self::NoMapName
            | Self::MapId(_)
            | Self::NoMask
            | Self::TooFewTerritories(_)
            | Self::TooMany { .. }
            | Self::NoContinents => Place::Map,
            Self::TerritoryIdGap { holder, .. } => Place::Territory(*holder),
            Self::ContinentIdGap { holder, .. } => Place::Continent(*holder),
            Self::NoTerritoryId(t)
            | Self::NoTerritoryName(t)
            | Self::NoColour(t)
            | Self::NoPivot(t)
            | Self::NoContinent(t)
            | Self::TerritoryIdTwice { second: t, .. }
            | Self::TerritoryNameTwice { second: t, .. }
            | Self::ColourTwice { second: t, .. }
            | Self::ColourIsNoLand { territory: t, .. }
            | Self::UnknownContinent { territory: t, .. } => Place::Territory(t.key),
            Self::UnknownNeighbour { from: t, at, .. }
            | Self::SelfNeighbour { of: t, at }
            | Self::LinkTwice { from: t, at, .. }
            | Self::LinkDiffers { from: t, at, .. } => Place::Neighbour(t.key, *at),
            Self::UnknownClosed { from: t, at, .. } | Self::LinkedAndClosed { from: t, at, .. } => {
                Place::Closed(t.key, *at)
            }
            Self::Unreachable { territories, .. } => territories
                .first()
                .map_or(Place::Map, |t| Place::Territory(t.key)),
            Self::NoContinentId(c)
            | Self::NoContinentName(c)
            | Self::NoBonus(c)
            | Self::EmptyContinent(c)
            | Self::ContinentIdTwice { second: c, .. }
            | Self::ContinentNameTwice { second: c, .. } => Place::Continent(c.key),
        }
    }

    /// The attribute of the place's element that has the problematic value, if any.
    pub fn attribute(&self) -> Option<&'static str> {
        match self {
            Self::MapId(_)
            | Self::TerritoryIdTwice { .. }
            | Self::TerritoryIdGap { .. }
            | Self::ContinentIdTwice { .. }
            | Self::ContinentIdGap { .. } => Some("id"),
            Self::NoTerritoryName(_)
            | Self::NoContinentName(_)
            | Self::TerritoryNameTwice { .. }
            | Self::ContinentNameTwice { .. } => Some("name"),
            Self::ColourTwice { .. } | Self::ColourIsNoLand { .. } => Some("colour"),
            Self::UnknownContinent { .. } => Some("continent"),
            _ => None,
        }
    }
}

/// How many reasons of one kind [`in_groups`] lists.
const NAMED: usize = 3;

/// Texts grouped by kind, in order of first occurrence. Of a kind with many, only the first few,
/// and the number of the others.
pub fn in_groups<K: Eq + Hash>(texts: impl IntoIterator<Item = (K, String)>) -> Vec<String> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut places = HashMap::new();
    for (kind, text) in texts {
        let at = *places.entry(kind).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Vec::new());
        }
        groups[at].push(text);
    }
    for group in &mut groups {
        // A single omitted text is not worth a line that says so.
        if group.len() > NAMED + 1 {
            let more = group.len() - NAMED;
            group.truncate(NAMED);
            group.push(format!("… and {more} more like these"));
        }
    }
    groups.concat()
}

fn unreachable_text(named: &[Named<TerritoryKey>], total: usize, trapped: bool) -> String {
    let mut list = named
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    if total > named.len() {
        // Writing to a string cannot fail.
        let _ = write!(list, " and {} more", total - named.len());
    }
    if trapped {
        format!("there is no way back from {list}")
    } else {
        format!("there is no way to {list}")
    }
}
