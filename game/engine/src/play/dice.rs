//! Randomness, passed in from outside.

use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};

/// A source of randomness.
pub trait Dice {
    /// A uniformly distributed number below `bound`, which must be at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// The roll of a die, 1 to 6.
    fn die(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}

/// Dice that roll the same on every machine for the same seed.
///
/// The generator is `ChaCha12`: without the seed, past rolls do not reveal the next one.
#[derive(Debug)]
pub struct SeededDice(ChaCha12Rng);

impl SeededDice {
    /// Creates dice from a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha12Rng::seed_from_u64(seed))
    }

    /// Creates the dice of one of many games that share a seed. Each `number` is its own
    /// stream of the generator, so games are independent of each other and of games with
    /// other seeds.
    pub fn stream(seed: u64, number: u64) -> Self {
        let mut generator = ChaCha12Rng::seed_from_u64(seed);
        // Stream 0 belongs to `new`.
        generator.set_stream(number.wrapping_add(1));
        Self(generator)
    }

    /// Creates dice from 256 secret bits.
    pub fn from_secret(secret: [u8; 32]) -> Self {
        Self(ChaCha12Rng::from_seed(secret))
    }

    /// Draws a seed for another generator.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Independent dice, seeded from these.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        Self(ChaCha12Rng::from_rng(&mut self.0))
    }
}

impl Dice for SeededDice {
    fn below(&mut self, bound: u32) -> u32 {
        // Multiply and shift; reject the remainder that would favour low numbers.
        let reject = bound.wrapping_neg() % bound;
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(bound);
            if wide as u32 >= reject {
                return (wide >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
