//! Binomial variates of many trials, from normal ones.
//!
//! Rejection in its plainest form. A normal number `z`, scaled to the law and a
//! little wider, falls on a number of successes `k`; it stays with a chance
//! proportional to
//!
//! > R = P(k) s √(2π) exp(z²/2),
//!
//! the probability of `k` over the density that `k` was proposed with. What
//! stays follows the binomial law exactly, whatever the normal law has to do
//! with it: the likeness decides only how many proposals are lost. Of those from
//! 3,500 trials 3 % are, and the share falls with the root of the number of
//! trials.
//!
//! With deviation `σ`, excess width `C = s - σ`, skewness `κ/σ = (q - p)/σ`, and
//! centred on the mode,
//!
//! > σ ln R = C - C z² ± |z|/2 + κ z³/6 + O(z⁴/σ),
//!
//! where ± |z|/2 is what lies between `z` and the middle of its `k`. So a
//! constant bounds `R` from above, and a polynomial in `|z|` bounds from below
//! the share of proposals that stay; below that one comparison decides, without
//! computing a probability. The test of this module holds both bounds against
//! the exact law.

use std::f64::consts::TAU;

use rand::Rng;

use super::{chance::ln_chance, unit, ziggurat::Ziggurat};

/// Least variance for which the bounds hold.
const LEAST_VARIANCE: f64 = 784.0;

/// Draws for one probability.
#[derive(Debug, Clone)]
pub(super) struct Normal {
    /// At most 1/2.
    p: f64,
    /// `sqrt(p q)`.
    deviation: f64,
    least_trials: u64,
    /// `C` above.
    widening: f64,
    /// The bound of `σ ln R`.
    most: f64,
    /// Coefficients of `|z|`'s powers from 0 in the bound of `σ (1 - R/max R)`.
    loss: [f64; 5],
    ziggurat: &'static Ziggurat,
}

impl Normal {
    /// Prepares for successes of probability `p`, from 0 to 1/2.
    pub(super) fn new(p: f64) -> Self {
        let variance = p * (1.0 - p);
        let skew = 1.0 - 2.0 * p;
        // Wide enough that the skewness does not win in the tail, for |z| up to 9;
        // what a normal number has beyond is less than f64 resolves.
        let widening = 0.25 + 1.35 * skew;
        // The greatest of C - C z² + |z|/2, with room for what is left out.
        let peak = 1.0 / (16.0 * widening) + 0.05;
        Self {
            p,
            deviation: variance.sqrt(),
            least_trials: (LEAST_VARIANCE / variance).ceil() as u64,
            widening,
            most: widening + peak,
            loss: [peak + 0.1, 0.5, widening, skew / 6.0, 0.004],
            ziggurat: Ziggurat::shared(),
        }
    }

    /// The least number of trials to draw from.
    #[inline]
    pub(super) fn least_trials(&self) -> u64 {
        self.least_trials
    }

    /// The number of successes among `n` trials, `n` from
    /// [`least_trials`](Self::least_trials) to 2^53.
    #[inline]
    pub(super) fn sample(&self, n: u64, rng: &mut impl Rng) -> u64 {
        // Through signed numbers, for which processors have an instruction.
        let trials = n as i64 as f64;
        let sigma = trials.sqrt() * self.deviation;
        let width = sigma + self.widening;
        let mode = (trials + 1.0) * self.p;
        loop {
            let z = self.ziggurat.draw(rng);
            // Positive: the mean is at least σ², so 28 deviations from 0.
            let successes = (mode + width * z) as i64;
            let lost = unit(rng);
            if lost * sigma >= self.loss(z.abs())
                || self.stays(trials, successes as f64, z, sigma, 1.0 - lost)
            {
                return successes as u64;
            }
        }
    }

    #[inline]
    fn loss(&self, z: f64) -> f64 {
        let [c0, c1, c2, c3, c4] = self.loss;
        c0 + z * (c1 + z * (c2 + z * (c3 + z * c4)))
    }

    /// Whether `share` is at most `R / max R`.
    #[cold]
    #[inline(never)]
    fn stays(&self, trials: f64, successes: f64, z: f64, sigma: f64, share: f64) -> bool {
        share.ln() <= self.ln_ratio(trials, successes, z, sigma) - self.most / sigma
    }

    /// `ln R`.
    fn ln_ratio(&self, trials: f64, successes: f64, z: f64, sigma: f64) -> f64 {
        let width = sigma + self.widening;
        ln_chance(trials, successes, self.p, 1.0 - self.p) + (width * TAU.sqrt()).ln() + z * z / 2.0
    }
}

#[cfg(test)]
mod tests;
