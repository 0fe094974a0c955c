//! Events: what happened, as values.

use marchland_maps::TerritoryId;

use super::{Action, Cards, Phase, Player, Roll, Set, TurnOrder};

/// A change of a [`State`](super::State), as sent by the server, stored in replays and
/// followed by clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the other fields are what their names say")]
pub enum Event {
    /// The order of play was drawn.
    OrderDrawn(TurnOrder),
    /// A phase began.
    PhaseStarted(Phase),
    /// A player's turn began.
    TurnStarted(Player),
    /// A player gained units to place.
    UnitsGained { player: Player, units: u32 },
    /// Units were placed; in the claiming phase, the territory was taken.
    Reinforced {
        player: Player,
        territory: TerritoryId,
        units: u32,
    },
    /// The player on turn traded a set; the units follow in an event of their own.
    SetTraded {
        player: Player,
        /// The cards, which go to the discard pile.
        set: Set,
    },
    /// An attack began; the defender answers.
    Attacked {
        player: Player,
        from: TerritoryId,
        target: TerritoryId,
        /// Units that attack, 1 to 3.
        units: u8,
    },
    /// The attack was answered.
    Defended {
        player: Player,
        territory: TerritoryId,
        /// Units that defend, 1 or 2.
        units: u8,
    },
    /// Dice were rolled: units are lost and, if no defender is left, the surviving attackers
    /// move in.
    Rolled(Roll),
    /// The player on turn moved units.
    Transferred {
        player: Player,
        from: TerritoryId,
        to: TerritoryId,
        units: u32,
    },
    /// A player got cards: those of a player just defeated, otherwise from the deck.
    CardsAcquired {
        player: Player,
        /// The cards; face down for those who may not see them.
        cards: Cards,
    },
    /// A player lost its last territory and is out.
    Defeated {
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
        territory: TerritoryId,
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

    /// The territories that it names, at most two.
    pub fn territories(&self) -> impl Iterator<Item = TerritoryId> + use<> {
        let (one, other) = match *self {
            Self::Reinforced { territory, .. }
            | Self::Defended { territory, .. }
            | Self::AreaSet { territory, .. } => (Some(territory), None),
            Self::Attacked { from, target, .. } => (Some(from), Some(target)),
            Self::Transferred { from, to, .. } => (Some(from), Some(to)),
            _ => (None, None),
        };
        one.into_iter().chain(other)
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
