//! Binomial variates for many trials, from normal variates by plain rejection.
//!
//! A normal variate `z`, scaled slightly wider than the binomial, proposes a number
//! of successes `k`. It is accepted with a probability proportional to
//!
//! > R = P(k) s √(2π) exp(z²/2),
//!
//! the probability of `k` over the density that proposed it. Accepted values follow
//! the binomial exactly; the similarity of both distributions only determines how
//! many proposals are rejected: 3 % at 3,500 trials, falling with the square root of
//! the number of trials.
//!
//! With deviation `σ`, excess width `C = s - σ`, skewness `κ/σ = (q - p)/σ`, and
//! centred on the mode,
//!
//! > σ ln R = C - C z² ± |z|/2 + κ z³/6 + O(z⁴/σ),
//!
//! where ± |z|/2 accounts for the distance between `z` and the middle of its `k`. So
//! a constant bounds `R` from above, and a polynomial in `|z|` bounds the share of
//! accepted proposals from below. Proposals within that share are accepted by one
//! comparison, without computing a probability. The test of this module checks both
//! bounds against the exact distribution.

use std::f64::consts::TAU;

use rand::Rng;

use super::{chance::ln_chance, unit, ziggurat::Ziggurat};

/// Least variance for which the bounds hold.
const LEAST_VARIANCE: f64 = 784.0;

/// Draws with one success probability.
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
    /// Coefficients of the powers of `|z|`, from 0, in the bound of `σ (1 - R/max R)`.
    loss: [f64; 5],
    ziggurat: &'static Ziggurat,
}

impl Normal {
    /// Prepares draws with success probability `p`, from 0 to 1/2.
    pub(super) fn new(p: f64) -> Self {
        let variance = p * (1.0 - p);
        let skew = 1.0 - 2.0 * p;
        // Wide enough to outweigh the skewness for |z| up to 9; the tail beyond is
        // below the resolution of f64.
        let widening = 0.25 + 1.35 * skew;
        // The maximum of C - C z² + |z|/2, with a margin for the neglected terms.
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

    /// The smallest number of trials for which this is valid.
    #[inline]
    pub(super) fn least_trials(&self) -> u64 {
        self.least_trials
    }

    /// The number of successes among `n` trials, `n` from
    /// [`least_trials`](Self::least_trials) to 2^53.
    #[inline]
    pub(super) fn sample(&self, n: u64, rng: &mut impl Rng) -> u64 {
        // Via i64, which processors convert in one instruction.
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
