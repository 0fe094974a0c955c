//! The start of a game: turn order, initial units, dealt territories.

use marchland_maps::TerritoryId;
use thiserror::Error;

use super::{AreaVariant, Dice, Event, Phase, Player, State, Status, TurnOrder};

/// Why a game cannot start; the state is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum StartError {
    /// It has already started.
    #[error("the game has started already")]
    Started,
    /// Some player would have no territory.
    #[error("{players} players cannot play on a map of {territories} territories")]
    TooManyPlayers {
        /// The number of players, without a neutral force.
        players: usize,
        /// The number of territories.
        territories: usize,
    },
}

impl State {
    /// Starts the game: draws the turn order, gives out the initial units, deals the
    /// territories if they are dealt, and begins the first turn. Appends the events to
    /// `events`.
    ///
    /// # Errors
    /// If it has already started, or the map is too small.
    pub fn start(
        &mut self,
        dice: &mut impl Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), StartError> {
        self.start_moved(0, dice, events)
    }

    /// Starts like [`start`](Self::start), with the deal shifted: each place in the turn
    /// order gets the territories that the place `moved` further on would get with the same
    /// dice. Territories left over when they cannot be divided evenly are not shifted,
    /// because the rules decide which places get one more.
    ///
    /// # Errors
    /// If it has already started, or the map is too small.
    pub(crate) fn start_moved(
        &mut self,
        moved: usize,
        dice: &mut impl Dice,
        events: &mut Vec<Event>,
    ) -> Result<(), StartError> {
        if self.phase.is_some() {
            return Err(StartError::Started);
        }
        let (neutral, mut players): (Vec<Player>, Vec<Player>) = self
            .players()
            .partition(|&p| self.seat(p).status == Status::Neutral);
        if players.len() > self.map.len() {
            return Err(StartError::TooManyPlayers {
                players: players.len(),
                territories: self.map.len(),
            });
        }
        shuffle(&mut players, dice);
        let order = TurnOrder::new(&players).unwrap_or_default();
        self.emit(Event::OrderDrawn(order), events);
        let hands = self.players().len() as u8;
        let units = self.map.initial_units_among(players.len() as u8, hands);
        for player in self.players() {
            self.emit(Event::UnitsGained { player, units }, events);
        }
        self.emit(Event::PhaseStarted(Phase::Claiming), events);
        let mut free: Vec<TerritoryId> = self.map.ids().collect();
        shuffle(&mut free, dice);
        if self.variants.areas == AreaVariant::Dealt {
            for round in free.chunks_exact_mut(hands.into()) {
                let dealt = &mut round[..players.len()];
                dealt.rotate_left(moved % dealt.len());
            }
            let hands = players.iter().chain(&neutral).copied().cycle();
            for (player, territory) in hands.zip(free) {
                self.claim(player, territory, events);
            }
        } else {
            for &player in &neutral {
                for &territory in &free[..self.map.len() / 3] {
                    self.claim(player, territory, events);
                }
            }
        }
        for player in neutral {
            self.spread(player, dice, events);
        }
        self.next_turn(dice, events);
        Ok(())
    }

    /// Claims a territory for a player.
    pub(super) fn claim(
        &mut self,
        player: Player,
        territory: TerritoryId,
        events: &mut Vec<Event>,
    ) {
        let event = Event::Reinforced {
            player,
            territory,
            units: 1,
        };
        self.emit(event, events);
    }

    /// Places all units of the neutral force evenly.
    fn spread(&mut self, player: Player, dice: &mut impl Dice, events: &mut Vec<Event>) {
        let mut territories: Vec<TerritoryId> = self.territories(player).collect();
        shuffle(&mut territories, dice);
        let units = self.seat(player).unplaced as usize;
        let count = territories.len();
        for (at, territory) in territories.into_iter().enumerate() {
            let share = units / count + usize::from(at < units % count);
            if share > 0 {
                let event = Event::Reinforced {
                    player,
                    territory,
                    units: share as u32,
                };
                self.emit(event, events);
            }
        }
    }
}

/// Shuffles a list uniformly.
pub(super) fn shuffle<T>(list: &mut [T], dice: &mut impl Dice) {
    for at in (1..list.len()).rev() {
        let other = dice.below(at as u32 + 1) as usize;
        list.swap(at, other);
    }
}
