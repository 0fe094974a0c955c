//! Actions of players, and why they may be illegal.

use marchland_maps::TerritoryId;
use thiserror::Error;

use super::{Player, Set};
use crate::count;

/// An action. The order of the variants and their fields determines the order of
/// [`State::legal`](super::State::legal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the other fields are what their names say")]
pub enum Action {
    /// Place units; in the claiming phase, take a free territory with one.
    Reinforce { territory: TerritoryId, units: u32 },
    /// Trade a set of cards for units.
    Trade(Set),
    /// Attack a neighbour.
    Attack {
        /// From where; one unit stays behind.
        from: TerritoryId,
        target: TerritoryId,
        /// 1 to 3.
        units: u8,
    },
    /// Answer an attack.
    Defend {
        territory: TerritoryId,
        /// 1 or 2.
        units: u8,
    },
    /// Follow up a conquest, or fortify.
    Transfer {
        /// From where; one unit stays behind.
        from: TerritoryId,
        to: TerritoryId,
        units: u32,
    },
    /// End the turn.
    EndTurn,
}

/// Why an action is illegal; the state is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// The game has not started.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game is over.
    #[error("the game is over: player {0} won")]
    Over(Player),
    /// Another player is to act.
    #[error("it is not your turn: player {0} is to act")]
    NotYourTurn(Player),
    /// The map has no such territory.
    #[error("the map has no territory {0}")]
    UnknownTerritory(TerritoryId),
    /// The action is impossible in this step of the turn.
    #[error("not possible now: {0}")]
    WrongMoment(&'static str),
    /// The number of units is 0.
    #[error("the number of units must be at least 1")]
    NoUnits,
    /// The territory belongs to another player or nobody.
    #[error("territory {0} is not yours")]
    NotYours(TerritoryId),
    /// The territory is the player's own.
    #[error("territory {0} is your own")]
    OwnTerritory(TerritoryId),
    /// Only free territories can be claimed.
    #[error("territory {0} is taken")]
    Taken(TerritoryId),
    /// Territories are claimed with exactly one unit.
    #[error("a territory is claimed with exactly 1 unit")]
    ClaimWithOne,
    /// More units than there are to place.
    #[error("you have only {} to place", count(*.0, "unit"))]
    TooFewToPlace(u32),
    /// More units than can leave or fight; at least one stays behind.
    #[error("at most {} can be used here", count(*.0, "unit"))]
    TooManyUnits(u32),
    /// There is no link between the two in this direction.
    #[error("territory {0} has no link to territory {1}")]
    NotNeighbours(TerritoryId, TerritoryId),
    /// There is no path of own territories.
    #[error("no path through your own territories leads from {0} to {1}")]
    NoPath(TerritoryId, TerritoryId),
    /// The defence must name the territory under attack.
    #[error("territory {0} is the one attacked")]
    NotAttacked(TerritoryId),
    /// The hand does not hold the set.
    #[error("you do not hold these cards")]
    NotHeld,
    /// Five or more cards: a set must be traded first.
    #[error("you hold {0} cards: trade a set first")]
    MustTrade(u32),
    /// Units must be placed first.
    #[error("place your {} first", count(*.0, "unit"))]
    MustPlace(u32),
}
