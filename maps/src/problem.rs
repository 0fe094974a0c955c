//! Every reason why a draft is not a map.

use std::fmt::{self, Write};

use crate::{ContinentId, ContinentKey, TerritoryId, TerritoryKey};

/// A reason why a [`Draft`](crate::Draft) is not a [`Map`](crate::Map).
///
/// These are about the draft alone; what the file or the mask say against it
/// is found where those are read, and what makes a map poor rather than
/// unplayable is the validator's business.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Problem {
    /// The map has no name.
    #[error("the map has no name")]
    NoMapName,
    /// The map's id is not an id.
    #[error("the map's id `{0}` must be 1 to 32 of a-z, 0-9 and `-`")]
    MapId(String),
    /// No mask is named.
    #[error("the map names no mask")]
    NoMask,
    /// Fewer than two territories.
    #[error("a map needs at least two territories; this one has {0}")]
    TooFewTerritories(usize),
    /// More than [`MAX_TERRITORIES`](crate::limits::MAX_TERRITORIES).
    #[error("a map may have {max} territories; this one has {count}", max = crate::limits::MAX_TERRITORIES)]
    TooManyTerritories {
        /// How many there are.
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
        /// The id.
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
    },
    /// A territory has no name.
    #[error("{0} has no name")]
    NoTerritoryName(Named<TerritoryKey>),
    /// Two territories have the same name.
    #[error("two territories are called “{name}”")]
    TerritoryNameTwice {
        /// The name.
        name: String,
        /// The later in the file.
        second: Named<TerritoryKey>,
    },
    /// A territory has no key colour.
    #[error("{0} has no key colour")]
    NoColour(Named<TerritoryKey>),
    /// Two territories share a key colour.
    #[error("{first} and {second} share the key colour {colour}")]
    ColourTwice {
        /// The colour.
        colour: crate::Rgb,
        /// The earlier in the file.
        first: Named<TerritoryKey>,
        /// The later in the file.
        second: Named<TerritoryKey>,
    },
    /// A territory's key colour is declared background or separator.
    #[error("the key colour {colour} of {territory} is also declared as background or separator")]
    ColourIsNoLand {
        /// The colour.
        colour: crate::Rgb,
        /// Whose it is.
        territory: Named<TerritoryKey>,
    },
    /// A territory has no pivot.
    #[error("{0} has no pivot")]
    NoPivot(Named<TerritoryKey>),
    /// A territory belongs to no continent.
    #[error("{0} belongs to no continent")]
    NoContinent(Named<TerritoryKey>),
    /// A territory belongs to a continent that is not there.
    #[error("{territory} belongs to continent {continent}, which does not exist")]
    UnknownContinent {
        /// Which territory.
        territory: Named<TerritoryKey>,
        /// The id it gives.
        continent: ContinentId,
    },
    /// A neighbour points to a territory that is not there.
    #[error("{from} has {to} as a neighbour, but no territory has that id")]
    UnknownNeighbour {
        /// Who declares it.
        from: Named<TerritoryKey>,
        /// The id it gives.
        to: TerritoryId,
    },
    /// A closed border points to a territory that is not there.
    #[error("{from} has a closed border to {to}, but no territory has that id")]
    UnknownClosed {
        /// Who declares it.
        from: Named<TerritoryKey>,
        /// The id it gives.
        to: TerritoryId,
    },
    /// A territory is its own neighbour.
    #[error("{0} is its own neighbour")]
    SelfNeighbour(Named<TerritoryKey>),
    /// A territory declares the same neighbour twice.
    #[error("{from} lists {to} as a neighbour twice")]
    LinkTwice {
        /// Who declares it.
        from: Named<TerritoryKey>,
        /// The other end.
        to: Named<TerritoryKey>,
    },
    /// Both ends declare the link, but not alike: one by land and one by sea,
    /// or one two-way and one one-way.
    #[error("{from} and {to} declare the link between them differently")]
    LinkDiffers {
        /// The later in the file.
        from: Named<TerritoryKey>,
        /// The earlier in the file.
        to: Named<TerritoryKey>,
    },
    /// A border is linked and closed at once.
    #[error("the border between {from} and {to} is both linked and closed")]
    LinkedAndClosed {
        /// Who declares it closed.
        from: Named<TerritoryKey>,
        /// The other end.
        to: Named<TerritoryKey>,
    },
    /// Some territories cannot be reached from the first, or not left for it.
    #[error("{}", unreachable_text(.territories, *.total, *.trapped))]
    Unreachable {
        /// Up to [`Problem::LISTED`] of them.
        territories: Vec<Named<TerritoryKey>>,
        /// How many there are.
        total: usize,
        /// They can be reached, but there is no way back.
        trapped: bool,
    },
    /// A continent has no id.
    #[error("{0} has no id")]
    NoContinentId(Named<ContinentKey>),
    /// Two continents have the same id.
    #[error("{first} and {second} both have the id {id}")]
    ContinentIdTwice {
        /// The id.
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
    },
    /// A continent has no name.
    #[error("{0} has no name")]
    NoContinentName(Named<ContinentKey>),
    /// Two continents have the same name.
    #[error("two continents are called “{name}”")]
    ContinentNameTwice {
        /// The name.
        name: String,
        /// The later in the file.
        second: Named<ContinentKey>,
    },
    /// A continent has no bonus; 0 is one.
    #[error("{0} has no bonus")]
    NoBonus(Named<ContinentKey>),
    /// A continent has no member.
    #[error("{0} has no territory")]
    EmptyContinent(Named<ContinentKey>),
}

/// A territory or continent with what it is called in messages.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named<K> {
    /// Which one.
    pub key: K,
    /// Its name, or its id, or its place in the file.
    pub label: String,
}

impl<K> fmt::Display for Named<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// What a problem or a finding is about: where to look in the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The map as a whole.
    Map,
    /// A territory.
    Territory(TerritoryKey),
    /// The pivot of a territory at that index.
    Pivot(TerritoryKey, usize),
    /// The neighbour that a territory declares at that index.
    Neighbour(TerritoryKey, usize),
    /// The closed border that a territory declares at that index.
    Closed(TerritoryKey, usize),
    /// A continent.
    Continent(ContinentKey),
}

impl Problem {
    /// How many territories [`Problem::Unreachable`] names at most.
    pub const LISTED: usize = 8;

    /// Where to look.
    pub fn place(&self) -> Place {
        match self {
            Self::NoMapName
            | Self::MapId(_)
            | Self::NoMask
            | Self::TooFewTerritories(_)
            | Self::TooManyTerritories { .. }
            | Self::NoContinents
            | Self::TerritoryIdGap { .. }
            | Self::ContinentIdGap { .. } => Place::Map,
            Self::NoTerritoryId(t)
            | Self::NoTerritoryName(t)
            | Self::NoColour(t)
            | Self::NoPivot(t)
            | Self::NoContinent(t)
            | Self::SelfNeighbour(t)
            | Self::TerritoryIdTwice { second: t, .. }
            | Self::TerritoryNameTwice { second: t, .. }
            | Self::ColourTwice { second: t, .. }
            | Self::ColourIsNoLand { territory: t, .. }
            | Self::UnknownContinent { territory: t, .. }
            | Self::UnknownNeighbour { from: t, .. }
            | Self::UnknownClosed { from: t, .. }
            | Self::LinkTwice { from: t, .. }
            | Self::LinkDiffers { from: t, .. }
            | Self::LinkedAndClosed { from: t, .. } => Place::Territory(t.key),
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
