//! Converts a state to its parts and back.

use std::sync::Arc;

use marchland_maps::{Map, TerritoryId};
use thiserror::Error;

use super::check::{MOST_ATTACKERS, MOST_DEFENDERS, most_leaving};
use super::state::MOST_UNITS;
use super::{
    Battle, Cards, Holding, MAX_SEATS, Phase, Player, Seat, State, Status, Step, TurnOrder,
    Variants,
};

/// Everything a player may know of a game; what a returning client requests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snapshot {
    /// The variants of the rules.
    pub variants: Variants,
    /// Sets traded so far.
    pub sets_traded: u32,
    /// The order of play; empty before the start.
    pub order: TurnOrder,
    /// Status, hand and unplaced units, by seat; the number of territories is ignored.
    pub seats: Vec<Seat>,
    /// Owners and units, by territory.
    pub holdings: Vec<Holding>,
    /// The discard pile.
    pub discard: Cards,
    /// The phase; `None` before the game.
    pub phase: Option<Phase>,
    /// The player on turn.
    pub turn: Option<Player>,
    /// The step of the turn.
    pub step: Step,
    /// Whether a territory was conquered this turn.
    pub conquered: bool,
    /// Whether sets must be traded because of a defeat.
    pub spoils: bool,
}

/// Why a snapshot is not a valid state on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the state does not fit the map: {0}")]
pub struct SnapshotError(&'static str);

impl Snapshot {
    /// Whether the step is possible in the phase.
    fn step_fits(&self) -> bool {
        let phase = match self.step {
            Step::Idle => return true,
            Step::Claim | Step::Claimed => Phase::Claiming,
            Step::Settle { .. } => Phase::Reinforcing,
            Step::Place
            | Step::Attack
            | Step::Defence(_)
            | Step::Occupy { .. }
            | Step::Spoils
            | Step::Fortified => Phase::Playing,
        };
        self.turn.is_some() && self.phase == Some(phase)
    }

    /// Whether the current attack or conquest, if any, is possible.
    fn place_fits(&self, map: &Map) -> bool {
        let (from, to) = match self.step {
            Step::Defence(battle) => (battle.from, battle.target),
            Step::Occupy { from, to } => (from, to),
            _ => return true,
        };
        let holding = |t: TerritoryId| self.holdings.get(t.index()).copied();
        let (Some(here), Some(there)) = (holding(from), holding(to)) else {
            return false;
        };
        if here.owner.is_none() || here.owner != self.turn || map.link(from, to).is_none() {
            return false;
        }
        match self.step {
            Step::Defence(Battle {
                attackers,
                defenders,
                ..
            }) => {
                let most = most_leaving(here).min(MOST_ATTACKERS);
                let least = defenders.unwrap_or(1);
                there.owner.is_some()
                    && there.owner != self.turn
                    && (1..=most).contains(&attackers.into())
                    && (1..=there.units.min(MOST_DEFENDERS)).contains(&least.into())
            }
            _ => there.owner == self.turn,
        }
    }
}

impl State {
    /// The parts of the state as `viewer` may know them.
    pub fn snapshot(&self, viewer: Option<Player>) -> Snapshot {
        let seen = self.seen_by(viewer);
        Snapshot {
            variants: seen.variants,
            sets_traded: seen.sets_traded,
            order: seen.order,
            seats: seen.players().map(|p| *seen.seat(p)).collect(),
            discard: seen.discard,
            phase: seen.phase,
            turn: seen.turn,
            step: seen.step,
            conquered: seen.conquered,
            spoils: seen.spoils,
            holdings: seen.holdings,
        }
    }

    /// Creates a view from its parts. The deck is what nobody holds and is not discarded.
    ///
    /// # Errors
    /// If the snapshot is not a valid state on the map.
    pub fn restore(map: &Arc<Map>, snapshot: Snapshot) -> Result<Self, SnapshotError> {
        let Snapshot { ref seats, .. } = snapshot;
        let fits = |holds, why| {
            if holds {
                Ok(())
            } else {
                Err(SnapshotError(why))
            }
        };
        fits(snapshot.holdings.len() == map.len(), "number of areas")?;
        fits((2..=MAX_SEATS).contains(&seats.len()), "number of players")?;
        let mut state = Self::new(Arc::clone(map), 2, snapshot.variants);
        state.view = true;
        state.taken = seats.len() as u8;
        for (mine, theirs) in state.seats.iter_mut().zip(seats) {
            *mine = Seat {
                territories: 0,
                ..*theirs
            };
        }
        for holding in &snapshot.holdings {
            let sound = holding.owner.is_some() == (holding.units > 0);
            fits(sound, "an area has an owner if and only if it has units")?;
            if let Some(owner) = holding.owner {
                fits(state.has_player(owner), "an owner is not in the game")?;
                state.seats[owner.index()].territories += 1;
            }
        }
        let in_game = |player| state.has_player(player);
        fits(snapshot.order.iter().all(in_game), "the order of play")?;
        let has_turns = |player| snapshot.order.contains(player);
        fits(snapshot.turn.is_none_or(has_turns), "whose turn it is")?;
        let units = seats.iter().map(|seat| seat.unplaced);
        let units = units.chain(snapshot.holdings.iter().map(|holding| holding.units));
        let units: u64 = units.map(u64::from).sum();
        fits(units <= u64::from(MOST_UNITS), "number of units")?;
        fits(snapshot.step_fits(), "how far the turn is")?;
        fits(snapshot.place_fits(map), "where the battle is")?;
        let mut deck = Cards::deck(map).turned_down();
        let hands = seats.iter().map(|seat| seat.cards);
        for cards in hands.chain([snapshot.discard]) {
            fits(deck.take(cards.turned_down()), "number of cards")?;
        }
        state.deck = deck;
        state.discard = snapshot.discard;
        state.sets_traded = snapshot.sets_traded;
        state.order = snapshot.order;
        state.holdings = snapshot.holdings;
        state.phase = snapshot.phase;
        state.turn = snapshot.turn;
        state.step = snapshot.step;
        state.conquered = snapshot.conquered;
        state.spoils = snapshot.spoils;
        if seats.iter().any(|seat| seat.status == Status::Defeated) {
            state.find_winner();
        }
        Ok(state)
    }
}
