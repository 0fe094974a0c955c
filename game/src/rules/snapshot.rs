//! A state taken apart and put together again.

use std::sync::Arc;

use marchland_maps::Map;
use thiserror::Error;

use super::{
    Cards, Holding, MAX_SEATS, Phase, Player, Seat, State, Status, Step, TurnOrder, Variants,
};

/// All that a player may know of a game; what a lost client asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The variants of the rules.
    pub variants: Variants,
    /// Sets traded so far.
    pub sets_traded: u32,
    /// The order of play; empty before the start.
    pub order: TurnOrder,
    /// Status, hand and unplaced units of each, by seat; the number of
    /// territories is not looked at.
    pub seats: Vec<Seat>,
    /// Owners and units, by territory.
    pub holdings: Vec<Holding>,
    /// The discard pile.
    pub discard: Cards,
    /// The phase.
    pub phase: Option<Phase>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// How far the turn is.
    pub step: Step,
    /// Whether a territory was conquered this turn.
    pub conquered: bool,
    /// Whether sets must be traded for a defeat.
    pub spoils: bool,
}

/// Why a snapshot is no state of a game on the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the state does not fit the map: {0}")]
pub struct SnapshotError(&'static str);

impl State {
    /// Takes the state apart as `viewer` may know it.
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

    /// Puts a view together. The deck is what nobody holds and is not
    /// discarded.
    ///
    /// # Errors
    /// If the numbers cannot be those of a game on the map.
    pub fn restore(map: &Arc<Map>, snapshot: Snapshot) -> Result<Self, SnapshotError> {
        let Snapshot { seats, .. } = snapshot;
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
        for (mine, theirs) in state.seats.iter_mut().zip(&seats) {
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
        fits(snapshot.turn.is_none_or(in_game), "whose turn it is")?;
        let known = |t: marchland_maps::TerritoryId| t.index() < map.len();
        let place = match snapshot.step {
            Step::Defence(battle) => Some((battle.from, battle.target)),
            Step::Occupy { from, to } => Some((from, to)),
            _ => None,
        };
        fits(
            place.is_none_or(|(a, b)| known(a) && known(b) && a != b),
            "where the battle is",
        )?;
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
