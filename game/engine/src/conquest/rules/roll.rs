//! The dice of a battle.

use thiserror::Error;

use crate::play::Dice;

/// The dice of one round of a battle, each side's in descending order; 0 for a die not
/// thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll {
    attack: [u8; 3],
    defence: [u8; 2],
}

/// An invalid roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("dice show 1 to 6, highest first, then 0 for those not thrown")]
pub struct RollError;

impl Roll {
    /// Creates a roll from its dice.
    ///
    /// # Errors
    /// If a die shows more than 6, or a side is not descending or threw no dice.
    pub fn new(attack: [u8; 3], defence: [u8; 2]) -> Result<Self, RollError> {
        let side = |dice: &[u8]| dice[0] >= 1 && dice[0] <= 6 && dice.is_sorted_by(|a, b| a >= b);
        if side(&attack) && side(&defence) {
            Ok(Self { attack, defence })
        } else {
            Err(RollError)
        }
    }

    /// Rolls 1 to 3 dice against 1 or 2.
    pub(super) fn throw(dice: &mut impl Dice, attackers: u8, defenders: u8) -> Self {
        let mut roll = Self {
            attack: [0; 3],
            defence: [0; 2],
        };
        for die in &mut roll.attack[..attackers.clamp(1, 3).into()] {
            *die = dice.die();
        }
        for die in &mut roll.defence[..defenders.clamp(1, 2).into()] {
            *die = dice.die();
        }
        roll.attack.sort_unstable_by(|a, b| b.cmp(a));
        roll.defence.sort_unstable_by(|a, b| b.cmp(a));
        roll
    }

    /// The attacker's dice.
    pub const fn attack(&self) -> [u8; 3] {
        self.attack
    }

    /// The defender's dice.
    pub const fn defence(&self) -> [u8; 2] {
        self.defence
    }

    /// The number of dice thrown by attacker and defender.
    pub fn thrown(&self) -> (u8, u8) {
        let count = |dice: &[u8]| dice.iter().filter(|&&die| die > 0).count() as u8;
        (count(&self.attack), count(&self.defence))
    }

    /// The units lost by attacker and defender: the highest dice are compared, then the
    /// second highest; the attacker must roll more.
    pub fn losses(&self) -> (u32, u32) {
        let pairs = self.attack.iter().zip(&self.defence);
        pairs
            .filter(|&(&a, &d)| a > 0 && d > 0)
            .fold((0, 0), |(attacker, defender), (a, d)| {
                if a > d {
                    (attacker, defender + 1)
                } else {
                    (attacker + 1, defender)
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses() {
        let roll = Roll::new([6, 4, 1], [5, 4]).unwrap();
        assert_eq!(roll.losses(), (1, 1));
        assert_eq!(Roll::new([3, 0, 0], [2, 2]).unwrap().losses(), (0, 1));
        assert_eq!(Roll::new([2, 2, 2], [2, 0]).unwrap().losses(), (1, 0));
        assert_eq!(Roll::new([2, 3, 0], [2, 0]), Err(RollError));
        assert_eq!(Roll::new([7, 3, 0], [2, 0]), Err(RollError));
        assert_eq!(Roll::new([0, 0, 0], [2, 0]), Err(RollError));
    }
}
