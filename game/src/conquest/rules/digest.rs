//! A digest of a whole state.

use sha2::{Digest, Sha256};

use super::{State, Step};

impl State {
    /// SHA-256 of everything the rules know of the game, on which two sides that followed the
    /// same events must agree. The map is not included.
    pub fn digest(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let mut put = |number: u32| hash.update(number.to_le_bytes());
        let player = |p: Option<super::Player>| p.map_or(u32::MAX, |p| p.index() as u32);
        put(self.variants.areas as u32);
        put(self.variants.sets as u32);
        put(self.phase.map_or(u32::MAX, |phase| phase as u32));
        put(player(self.turn));
        put(player(self.winner));
        for number in step(self.step) {
            put(number);
        }
        put(u32::from(self.conquered) | u32::from(self.spoils) << 1);
        put(self.sets_traded);
        put(self.order.len() as u32);
        for p in self.order.iter() {
            put(p.index() as u32);
        }
        for pile in [self.deck, self.discard] {
            for card in super::Card::ALL {
                put(pile.count(card).into());
            }
            put(pile.face_down().into());
        }
        put(self.taken.into());
        for p in self.players() {
            let seat = self.seat(p);
            put(seat.status as u32);
            put(seat.unplaced);
            for card in super::Card::ALL {
                put(seat.cards.count(card).into());
            }
            put(seat.cards.face_down().into());
        }
        for holding in &self.holdings {
            put(player(holding.owner));
            put(holding.units);
        }
        hash.finalize().into()
    }
}

fn step(step: Step) -> [u32; 5] {
    match step {
        Step::Idle => [0; 5],
        Step::Claim => [1, 0, 0, 0, 0],
        Step::Claimed => [2, 0, 0, 0, 0],
        Step::Settle { placed } => [3, placed.into(), 0, 0, 0],
        Step::Place => [4, 0, 0, 0, 0],
        Step::Attack => [5, 0, 0, 0, 0],
        Step::Defence(battle) => [
            6,
            battle.from.0.into(),
            battle.target.0.into(),
            battle.attackers.into(),
            battle.defenders.unwrap_or(0).into(),
        ],
        Step::Occupy { from, to } => [7, from.0.into(), to.0.into(), 0, 0],
        Step::Spoils => [8, 0, 0, 0, 0],
        Step::Fortified => [9, 0, 0, 0, 0],
    }
}
