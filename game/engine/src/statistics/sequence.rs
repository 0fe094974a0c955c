//! Intervals that hold at all times simultaneously.
//!
//! They are the same on every machine, because they decide when a run ends. So logarithms are those of
//! `libm`; those of the standard library may differ in the last bit.

use libm::log1p;

/// A confidence sequence for the mean of numbers from 0 to 1: with 95 % certainty the mean
/// lies within *all* intervals it ever yields, so one may look after every game and stop at
/// any time.
///
/// The empirical Bernstein sequence with predictable plug-ins of Waudby-Smith and Ramdas,
/// *Estimating means of bounded random variables by betting*, Journal of the Royal
/// Statistical Society B 86 (2024), theorem 2, with the weights of its equation 15 capped at
/// 1/2, and the intersection of all intervals so far. Its only assumption is that each number
/// has the same mean, given those before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sequence {
    count: f64,
    sum: f64,
    /// The sum of squared distances from the running mean.
    spread: f64,
    weights: f64,
    weighted: f64,
    cost: f64,
    low: f64,
    high: f64,
}

/// ln(2 / 0.05).
const CERTAINTY: f64 = 3.688_879_454_113_936;
const MOST_WEIGHT: f64 = 0.5;

fn square(number: f64) -> f64 {
    number * number
}

impl Default for Sequence {
    fn default() -> Self {
        Self {
            count: 0.0,
            sum: 0.0,
            spread: 0.0,
            weights: 0.0,
            weighted: 0.0,
            cost: 0.0,
            low: 0.0,
            high: 1.0,
        }
    }
}

impl Sequence {
    /// Adds the next number, clamped to 0 to 1.
    pub fn add(&mut self, value: f64) {
        let value = value.clamp(0.0, 1.0);
        // Estimates from before this number, starting with half a win in one game.
        let mean = (self.sum + 0.5) / (self.count + 1.0);
        let variance = (self.spread + 0.25) / (self.count + 1.0);
        self.count += 1.0;
        let weight = 2.0 * CERTAINTY / (variance * self.count * log1p(self.count));
        let weight = weight.sqrt().min(MOST_WEIGHT);
        self.weights += weight;
        self.weighted += weight * value;
        // ψ(λ) = (-ln(1 - λ) - λ) / 4 times v = 4 (x - mean)².
        self.cost += square(value - mean) * (-log1p(-weight) - weight);
        self.sum += value;
        let now = (self.sum + 0.5) / (self.count + 1.0);
        self.spread += square(value - now);
        let middle = self.weighted / self.weights;
        let half = (CERTAINTY + self.cost) / self.weights;
        let (low, high) = (self.low.max(middle - half), self.high.min(middle + half));
        // In one of twenty sequences the mean lies outside, and the intersection may be
        // empty.
        if low <= high {
            (self.low, self.high) = (low, high);
        }
    }

    /// The interval; 0 to 1 before the first number.
    pub fn interval(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// Half the width of the interval.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}
