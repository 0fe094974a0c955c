//! The state of a game.

use std::sync::Arc;

use marchland_maps::{Map, TerritoryId};

use super::{Cards, MAX_SEATS, Player, TurnOrder, Variants};

/// The number of cards from which a trade is compulsory.
pub(super) const FULL_HAND: u32 = 5;

/// The maximum number of units in a game, placed and unplaced, so that no sum overflows even
/// with numbers from strangers.
pub(super) const MOST_UNITS: u32 = 1_000_000_000;

/// The phases of a game, numbered as on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Territories are claimed or dealt.
    Claiming = 0,
    /// The rest of the initial units is placed.
    Reinforcing = 1,
    /// The main part of the game.
    Playing = 2,
}

/// The status of a player in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// Takes turns.
    Active,
    /// Has left and may return; its turns are skipped.
    Absent,
    /// Never acts: the third force in a game of two.
    Neutral,
    /// Has no territory left, and no turns.
    Defeated,
}

/// A territory's owner and units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Holding {
    /// `None` only before it is claimed.
    pub owner: Option<Player>,
    /// At least 1 once it is owned.
    pub units: u32,
}

/// A player's part in the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seat {
    /// What the player is to the game.
    pub status: Status,
    /// Units gained and not yet placed.
    pub unplaced: u32,
    /// The hand; face down for those who may not see it.
    pub cards: Cards,
    /// Number of territories owned.
    pub territories: u32,
}

/// An attack that waits for the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Battle {
    /// The territory that the units come from.
    pub from: TerritoryId,
    /// The territory attacked.
    pub target: TerritoryId,
    /// Units that attack, 1 to 3.
    pub attackers: u8,
    /// Units that defend, 1 or 2; `None` until the defender answers.
    pub defenders: Option<u8>,
}

/// The step of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Step {
    /// Nobody's turn: before the first turn, and between phases.
    #[default]
    Idle,
    /// A territory has to be claimed.
    Claim,
    /// A territory was claimed; only the end of the turn is left.
    Claimed,
    /// Initial units are being placed.
    Settle {
        /// Whether at least one has been placed.
        placed: bool,
    },
    /// Before the first attack: units are placed, sets traded.
    Place,
    /// Attacks, or the fortifying transfer.
    Attack,
    /// An attack waits for its defence or its dice.
    Defence(Battle),
    /// A territory was conquered; more units may follow.
    Occupy {
        /// The origin of the attack.
        from: TerritoryId,
        /// The territory conquered.
        to: TerritoryId,
    },
    /// After a defeat that lifted the hand above 5: sets are traded until fewer than 5 cards
    /// are left, and the units placed.
    Spoils,
    /// Fortified; only the end of the turn is left.
    Fortified,
}

/// The state of a game on a map.
///
/// Either the server's, with every card open, or what one player or a spectator may know
/// ([`State::seen_by`]).
#[derive(Debug, Clone)]
pub struct State {
    pub(super) map: Arc<Map>,
    pub(super) variants: Variants,
    pub(super) holdings: Vec<Holding>,
    pub(super) seats: [Seat; MAX_SEATS],
    pub(super) taken: u8,
    pub(super) order: TurnOrder,
    pub(super) phase: Option<Phase>,
    pub(super) turn: Option<Player>,
    pub(super) step: Step,
    pub(super) conquered: bool,
    /// A defeat lifted the hand above 5, and no set has been traded for it yet.
    pub(super) spoils: bool,
    pub(super) sets_traded: u32,
    pub(super) deck: Cards,
    pub(super) discard: Cards,
    pub(super) view: bool,
    pub(super) winner: Option<Player>,
}

impl PartialEq for State {
    /// Whether the states are equal, on the same map.
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.map, &other.map) || self.map == other.map)
            && self.variants == other.variants
            && self.holdings == other.holdings
            && self.seats == other.seats
            && self.taken == other.taken
            && self.order == other.order
            && (self.phase, self.turn, self.step) == (other.phase, other.turn, other.step)
            && (self.conquered, self.spoils) == (other.conquered, other.spoils)
            && self.sets_traded == other.sets_traded
            && (self.deck, self.discard) == (other.deck, other.discard)
            && self.winner == other.winner
    }
}

impl Eq for State {}

impl State {
    /// A game before its start, all cards in the deck.
    ///
    /// `players` is the number of players, 2 to 6, without a neutral force; other numbers are
    /// clamped. Whether the map is large enough is checked at the start
    /// ([`State::start`](Self::start)).
    pub fn new(map: Arc<Map>, players: u8, variants: Variants) -> Self {
        let players = players.clamp(2, MAX_SEATS as u8 - 1);
        let seat = Seat {
            status: Status::Active,
            unplaced: 0,
            cards: Cards::NONE,
            territories: 0,
        };
        let mut state = Self {
            holdings: vec![Holding::default(); map.len()],
            seats: [seat; MAX_SEATS],
            taken: players,
            order: TurnOrder::default(),
            phase: None,
            turn: None,
            step: Step::Idle,
            conquered: false,
            spoils: false,
            sets_traded: 0,
            deck: Cards::deck(&map),
            discard: Cards::NONE,
            view: false,
            winner: None,
            variants,
            map,
        };
        if players == 2 && variants.neutral && state.map.len() >= 3 {
            state.seats[2].status = Status::Neutral;
            state.taken = 3;
        }
        state
    }

    /// What `viewer` (`None`: a spectator) may know: all but the cards of others and of the
    /// deck.
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Player>) -> Self {
        let mut seen = self.clone();
        seen.view = true;
        seen.deck = seen.deck.turned_down();
        for player in self.players() {
            if viewer != Some(player) {
                let cards = &mut seen.seats[player.index()].cards;
                *cards = cards.turned_down();
            }
        }
        seen
    }

    /// The map.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// The variants of the rules.
    pub fn variants(&self) -> Variants {
        self.variants
    }

    /// All players, including the neutral force.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + use<> {
        Player::first(self.taken.into())
    }

    /// Whether the game has such a player.
    pub fn has_player(&self, player: Player) -> bool {
        player.index() < self.taken.into()
    }

    /// A player's part; empty for one that is not in the game.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// Owner and units of a territory.
    ///
    /// # Panics
    /// If the map has no such territory.
    pub fn holding(&self, territory: TerritoryId) -> Holding {
        self.holdings[territory.index()]
    }

    /// Owners and units; the index is the territory's id.
    pub fn holdings(&self) -> &[Holding] {
        &self.holdings
    }

    /// Whether `player` owns the territory.
    ///
    /// # Panics
    /// If the map has no such territory.
    pub fn owns(&self, player: Player, territory: TerritoryId) -> bool {
        self.holdings[territory.index()].owner == Some(player)
    }

    /// The territories of a player, ascending.
    pub fn territories(&self, player: Player) -> impl Iterator<Item = TerritoryId> + '_ {
        let owned = move |h: &(TerritoryId, &Holding)| h.1.owner == Some(player);
        self.map
            .ids()
            .zip(&self.holdings)
            .filter(owned)
            .map(|h| h.0)
    }

    /// The order of play; empty before the start.
    pub fn order(&self) -> TurnOrder {
        self.order
    }

    /// The players in the order of play, then the neutral force.
    pub fn in_order(&self) -> impl Iterator<Item = Player> + use<> {
        let order = self.order;
        let others = self
            .players()
            .filter(move |&player| !order.contains(player));
        order.iter().chain(others)
    }

    /// The phase; none before the start.
    pub fn phase(&self) -> Option<Phase> {
        self.phase
    }

    /// The player on turn.
    pub fn turn(&self) -> Option<Player> {
        self.turn
    }

    /// The step of a turn.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The pending attack, if any.
    pub fn battle(&self) -> Option<Battle> {
        match self.step {
            Step::Defence(battle) => Some(battle),
            _ => None,
        }
    }

    /// The player to act: the defender of an attack, otherwise the player on turn. `None`
    /// before the start, after the end, and while events that belong together are incomplete:
    /// the dice of a battle, the defeat it ended with, the cards for the victor.
    pub fn to_act(&self) -> Option<Player> {
        if self.winner.is_some() {
            return None;
        }
        match self.step {
            Step::Idle => None,
            Step::Defence(battle) if battle.defenders.is_some() => None,
            Step::Defence(battle) => self.holding(battle.target).owner,
            Step::Occupy { .. } if self.defeat_is_pending() => None,
            _ => self.turn,
        }
    }

    /// Whether a player has just lost the last territory, and the event about that or about
    /// the cards is still to come.
    fn defeat_is_pending(&self) -> bool {
        self.players().any(|player| {
            let seat = self.seat(player);
            seat.territories == 0 && (seat.status != Status::Defeated || !seat.cards.is_empty())
        })
    }

    /// Whether the player on turn has conquered a territory this turn.
    pub fn conquered(&self) -> bool {
        self.conquered
    }

    /// Whether a trade is compulsory now.
    pub fn must_trade(&self) -> bool {
        let full = |player| self.seat(player).cards.len() >= FULL_HAND;
        match self.step {
            Step::Place | Step::Spoils => self.turn.is_some_and(full),
            Step::Occupy { .. } => self.spoils,
            _ => false,
        }
    }

    /// Sets traded by everybody so far.
    pub fn sets_traded(&self) -> u32 {
        self.sets_traded
    }

    /// The cards left in the deck.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The cards traded and not yet reshuffled.
    pub fn discard(&self) -> Cards {
        self.discard
    }

    /// The units that `player` would gain at the start of a turn: a third of the territories,
    /// at least 3, plus the bonuses of whole continents.
    pub fn income(&self, player: Player) -> u32 {
        let third = (self.seat(player).territories / 3).max(3);
        let continents = self.map.continents().iter();
        let bonuses = continents
            .filter(|c| c.members.iter().all(|&t| self.owns(player, t)))
            .map(|c| u32::from(c.bonus));
        third + bonuses.sum::<u32>()
    }

    /// The number of units that may still enter the game.
    pub(super) fn room(&self) -> u32 {
        let placed = self.holdings.iter().map(|holding| holding.units);
        let unplaced = self.seats.iter().map(|seat| seat.unplaced);
        let all: u64 = placed.chain(unplaced).map(u64::from).sum();
        u64::from(MOST_UNITS).saturating_sub(all) as u32
    }

    /// The winner, once there is one.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }
}
