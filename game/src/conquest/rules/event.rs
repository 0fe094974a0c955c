//! Events: what happened, as values.

use marchland_maps::TerritoryId;

use super::{Action, Cards, Phase, Player, Roll, Set, TurnOrder};

/// A change of a [`State`](super::State), as sent by the server, stored in replays and
/// followed by clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The order of play was drawn.
    OrderDrawn(TurnOrder),
    /// A phase began.
    PhaseStarted(Phase),
    /// A player's turn began.
    TurnStarted(Player),
    /// A player gained units to place.
    UnitsGained {
        /// The player who does it, or whom it befalls.
        player: Player,
        /// The number of units.
        units: u32,
    },
    /// Units were placed; in the claiming phase, the territory was taken.
    Reinforced {
        /// Whose units are placed.
        player: Player,
        /// The territory that gets the units.
        territory: TerritoryId,
        /// The number of units.
        units: u32,
    },
    /// The player on turn traded a set; the units follow in an event of their own.
    SetTraded {
        /// The player who does it, or whom it befalls.
        player: Player,
        /// The cards, which go to the discard pile.
        set: Set,
    },
    /// An attack began; the defender answers.
    Attacked {
        /// The player who does it, or whom it befalls.
        player: Player,
        /// The territory that the units come from.
        from: TerritoryId,
        /// The territory attacked.
        target: TerritoryId,
        /// Units that attack, 1 to 3.
        units: u8,
    },
    /// The attack was answered.
    Defended {
        /// Whose territory is attacked.
        player: Player,
        /// The territory attacked.
        territory: TerritoryId,
        /// Units that defend, 1 or 2.
        units: u8,
    },
    /// Dice were rolled: units are lost and, if no defender is left, the surviving attackers
    /// move in.
    Rolled(Roll),
    /// The player on turn moved units.
    Transferred {
        /// The player who does it, or whom it befalls.
        player: Player,
        /// The territory that the units come from.
        from: TerritoryId,
        /// The territory that the units go to.
        to: TerritoryId,
        /// The number of units.
        units: u32,
    },
    /// A player got cards: those of a player just defeated, otherwise from the deck.
    CardsAcquired {
        /// The player who does it, or whom it befalls.
        player: Player,
        /// The cards; face down for those who may not see them.
        cards: Cards,
    },
    /// A player lost its last territory and is out.
    Defeated {
        /// The player who does it, or whom it befalls.
        player: Player,
        /// The player who conquered it.
        by: Player,
    },
    /// A player left: its territories stay passive, its turns are skipped.
    Left(Player),
    /// A player came back.
    Returned(Player),
    /// The debug console changed a territory.
    AreaSet {
        /// The territory changed.
        territory: TerritoryId,
        /// Its owner now.
        owner: Player,
        /// Its units now, at least 1.
        units: u32,
    },
}

impl Event {
    /// The event of a player's action; `None` for the end of a turn, which shows in the
    /// beginning of the next.
    pub fn of(player: Player, action: Action) -> Option<Self> {
        Some(match action {
            Action::Reinforce { territory, units } => Self::Reinforced {
                player,
                territory,
                units,
            },
            Action::Trade(set) => Self::SetTraded { player, set },
            Action::Attack {
                from,
                target,
                units,
            } => Self::Attacked {
                player,
                from,
                target,
                units,
            },
            Action::Defend { territory, units } => Self::Defended {
                player,
                territory,
                units,
            },
            Action::Transfer { from, to, units } => Self::Transferred {
                player,
                from,
                to,
                units,
            },
            Action::EndTurn => return None,
        })
    }

    /// The event as `viewer` may see it (`None`: a spectator): the cards of others are face
    /// down.
    #[must_use]
    pub fn seen_by(self, viewer: Option<Player>) -> Self {
        match self {
            Self::CardsAcquired { player, cards } if viewer != Some(player) => {
                Self::CardsAcquired {
                    player,
                    cards: cards.turned_down(),
                }
            }
            event => event,
        }
    }
}
