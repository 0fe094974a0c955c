//! Chance, handed in from outside.

use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};
use thiserror::Error;

/// Where chance comes from.
pub trait Dice {
    /// A number below `bound`, which is at least 1; each as likely as the other.
    fn below(&mut self, bound: u32) -> u32;

    /// A die: 1 to 6.
    fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}

/// Dice that the same seed makes fall the same way, on every machine.
///
/// The generator is `ChaCha12`: who does not know the seed cannot tell the next
/// throw from all that were seen.
#[derive(Debug)]
pub struct SeededDice(ChaCha12Rng);

impl SeededDice {
    /// Dice from a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha12Rng::seed_from_u64(seed))
    }

    /// The dice of one game of many with a common seed. Those of different
    /// numbers have nothing to do with each other, nor have those of different
    /// seeds: they are different streams of the generator.
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut generator = ChaCha12Rng::seed_from_u64(seed);
        // Stream 0 is that of `new`.
        generator.set_stream(number.wrapping_add(1));
        Self(generator)
    }

    /// Dice from 256 secret bits.
    pub fn from_secret(secret: [u8; 32]) -> Self {
        Self(ChaCha12Rng::from_seed(secret))
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Dice of their own, whose falls come from these.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        Self(ChaCha12Rng::from_rng(&mut self.0))
    }
}

impl Dice for SeededDice {
    fn below(&mut self, bound: u32) -> u32 {
        // Multiply and shift, rejecting the part that would favour low numbers.
        let reject = bound.wrapping_neg() % bound;
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(bound);
            if wide as u32 >= reject {
                return (wide >> 32) as u32;
            }
        }
    }
}

/// Dice that fall as told: the throws in turn, over and over; all other chance
/// takes the first possibility.
#[derive(Debug, Clone)]
pub struct Loaded {
    throws: Vec<u8>,
    at: usize,
}

impl Loaded {
    /// Dice that throw `throws` over and over; ones if there are none.
    pub fn new(throws: &[u8]) -> Self {
        Self {
            throws: throws.to_vec(),
            at: 0,
        }
    }
}

impl Dice for Loaded {
    fn below(&mut self, _bound: u32) -> u32 {
        0
    }

    fn die(&mut self) -> u8 {
        let throw = self.throws.get(self.at).copied().unwrap_or(1);
        self.at = (self.at + 1) % self.throws.len().max(1);
        throw.clamp(1, 6)
    }
}

/// The dice of one battle round, each side's descending; 0 for a die that was
/// not thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Roll {
    attack: [u8; 3],
    defence: [u8; 2],
}

/// Why numbers are no roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("dice show 1 to 6, highest first, then 0 for those not thrown")]
pub struct RollError;

impl Roll {
    /// A roll from its dice.
    ///
    /// # Errors
    /// If a die shows more than 6, a side does not descend or threw nothing.
    pub fn new(attack: [u8; 3], defence: [u8; 2]) -> Result<Self, RollError> {
        let side = |dice: &[u8]| dice[0] >= 1 && dice[0] <= 6 && dice.is_sorted_by(|a, b| a >= b);
        if side(&attack) && side(&defence) {
            Ok(Self { attack, defence })
        } else {
            Err(RollError)
        }
    }

    /// Throws 1 to 3 dice against 1 or 2.
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

    /// Number of dice thrown by attacker and defender.
    pub fn thrown(&self) -> (u8, u8) {
        let count = |dice: &[u8]| dice.iter().filter(|&&die| die > 0).count() as u8;
        (count(&self.attack), count(&self.defence))
    }

    /// Units lost by attacker and defender: the highest dice are compared,
    /// then the second highest; the attacker must throw more.
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

    #[test]
    fn dice_are_fair_and_repeat() {
        let mut counts = [0u32; 6];
        let mut dice = SeededDice::new(7);
        for _ in 0..60_000 {
            counts[usize::from(dice.die()) - 1] += 1;
        }
        // Four standard errors of 10,000: sqrt(60,000 * 5/36) * 4 = 365.
        assert!(
            counts.iter().all(|n| n.abs_diff(10_000) < 365),
            "{counts:?}"
        );
        let throws = |seed| {
            let mut dice = SeededDice::new(seed);
            (0..20).map(|_| dice.die()).collect::<Vec<_>>()
        };
        assert_eq!(throws(3), throws(3));
        assert_ne!(throws(3), throws(4));
    }
}
