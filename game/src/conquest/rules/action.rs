//! What a player does, and why it may not be done.

use std::fmt;

use marchland_maps::TerritoryId;
use thiserror::Error;

use super::{Player, Set};

/// What a player can do. The order of the variants and of their fields is the
/// pinned order of [`State::legal`](super::State::legal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Place units; in the phase of claiming, take a free territory with one.
    Reinforce {
        /// The territory that gets the units.
        territory: TerritoryId,
        /// The number of units.
        units: u32,
    },
    /// Trade a set of cards for units.
    Trade(Set),
    /// Attack a neighbour.
    Attack {
        /// From where; one unit stays behind.
        from: TerritoryId,
        /// The territory attacked.
        target: TerritoryId,
        /// 1 to 3.
        units: u8,
    },
    /// Answer an attack.
    Defend {
        /// The territory attacked.
        territory: TerritoryId,
        /// 1 or 2.
        units: u8,
    },
    /// Follow up a conquest, or fortify.
    Transfer {
        /// From where; one unit stays behind.
        from: TerritoryId,
        /// The territory that the units go to.
        to: TerritoryId,
        /// The number of units.
        units: u32,
    },
    /// End the turn.
    EndTurn,
}

/// Why an action may not be played; the state stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// The game has not started.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game is over.
    #[error("the game is over: player {0} won")]
    Over(Player),
    /// It is another player's turn, or the defender's to answer.
    #[error("it is not your turn: player {0} is to act")]
    NotYourTurn(Player),
    /// The map has no such territory.
    #[error("the map has no territory {0}")]
    UnknownTerritory(TerritoryId),
    /// The action does not fit this moment of the turn.
    #[error("not possible now: {0}")]
    WrongMoment(&'static str),
    /// Nothing can be done with no unit.
    #[error("the number of units must be at least 1")]
    NoUnits,
    /// The territory is another's, or nobody's.
    #[error("territory {0} is not yours")]
    NotYours(TerritoryId),
    /// The territory is one's own.
    #[error("territory {0} is your own")]
    OwnTerritory(TerritoryId),
    /// Only free territories can be claimed.
    #[error("territory {0} is taken")]
    Taken(TerritoryId),
    /// Territories are claimed with exactly one unit.
    #[error("a territory is claimed with exactly 1 unit")]
    ClaimWithOne,
    /// More units than are there to be placed.
    #[error("you have only {} to place", Units(*.0))]
    TooFewToPlace(u32),
    /// More units than can leave or fight; at least one stays behind.
    #[error("at most {} can be used here", Units(*.0))]
    TooManyUnits(u32),
    /// The two do not border, or one cannot go that way.
    #[error("territory {0} has no link to territory {1}")]
    NotNeighbours(TerritoryId, TerritoryId),
    /// No path of own territories.
    #[error("no path through your own territories leads from {0} to {1}")]
    NoPath(TerritoryId, TerritoryId),
    /// The defence must name the territory attacked.
    #[error("territory {0} is the one attacked")]
    NotAttacked(TerritoryId),
    /// The hand does not hold the set.
    #[error("you do not hold these cards")]
    NotHeld,
    /// Five or more cards: a set must be traded first.
    #[error("you hold {0} cards: trade a set first")]
    MustTrade(u32),
    /// Units must be placed first.
    #[error("place your {} first", Units(*.0))]
    MustPlace(u32),
}

/// `1 unit`, `2 units`.
struct Units(u32);

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 unit"),
            count => write!(f, "{count} units"),
        }
    }
}
