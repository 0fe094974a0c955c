//! Chance, handed in from outside.

use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};

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
