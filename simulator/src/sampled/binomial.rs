//! Fast exact binomial variates with a fixed probability.
//!
//! The number of trials is split into its last six bits and base-four digits
//! above them: `n = r + 64 (m0 + 4 m1 + 16 m2 + ...)`. Binomials with the same
//! probability add up, so the sum of one draw from an alias table per digit is a
//! draw for `n`. From some 4,000 trials on, normal variates are corrected by
//! rejection ([`Normal`]), at a cost that does not depend on the number of trials.
//!
//! Where neither applies (lopsided probabilities, or too many of them to make
//! tables) draws use inversion if the mean is small, else transformed rejection with
//! decomposition and squeeze: algorithm BTRD of W. Hörmann, "The generation of
//! binomial random variates", Journal of Statistical Computation and Simulation 46
//! (1993), 101-110.

mod alias;
mod chance;
mod normal;
mod ziggurat;

use rand::Rng;

use self::{alias::AliasTables, chance::ln_chance, normal::Normal};

/// Numbers of trials below this have an alias table of their own.
const SMALL: u64 = 64;

/// Base-four digits above the last six bits.
const DIGITS: u32 = 4;

/// Numbers of trials from here on get no table.
const TABLE_LIMIT: u64 = SMALL << (2 * DIGITS);

/// Below this mean, inversion is faster and BTRD is invalid.
const LEAST_MEAN: f64 = 10.0;

/// Draws the number of successes among `n` independent trials.
#[derive(Debug, Clone)]
pub(crate) struct Binomial {
    /// Probability of the rarer outcome, at most 1/2.
    p: f64,
    q: f64,
    /// `p / q`.
    odds: f64,
    /// `sqrt(p q)`.
    deviation: f64,
    /// Whether success is the commoner outcome.
    flipped: bool,
    /// The first number of trials that the tables do not cover.
    large: u64,
    /// For 0 to 63 trials, then for the digits 0 to 3 of each place.
    tables: AliasTables,
    /// For many trials.
    normal: Normal,
}

impl Binomial {
    /// Prepares draws with success probability `p`, from 0 to 1, and up to `most`
    /// trials (more trials are drawn more slowly). Takes some tenths of a millisecond
    /// and 70 kB.
    pub(crate) fn new(p: f64, most: u64) -> Self {
        let mut binomial = Self::without_tables(p);
        for n in 0..SMALL {
            binomial.tables.push(n, p);
        }
        binomial.large = SMALL;
        let enough = TABLE_LIMIT.min(binomial.normal.least_trials());
        while binomial.large <= most && binomial.large < enough {
            for digit in 0..4 {
                binomial.tables.push(digit * binomial.large, p);
            }
            binomial.large *= 4;
        }
        binomial
    }

    /// The same without tables: slower to draw from, but small and quick to make.
    pub(crate) fn without_tables(p: f64) -> Self {
        let flipped = p > 0.5;
        let rarer = if flipped { 1.0 - p } else { p };
        Self {
            p: rarer,
            q: 1.0 - rarer,
            odds: rarer / (1.0 - rarer),
            deviation: (rarer * (1.0 - rarer)).sqrt(),
            flipped,
            large: 0,
            tables: AliasTables::default(),
            normal: Normal::new(rarer),
        }
    }

    /// The number of successes among `n` trials, `n` at most 2^53.
    #[inline]
    pub(crate) fn sample(&self, n: u64, rng: &mut impl Rng) -> u64 {
        if n >= self.large {
            return self.sample_large(n, rng);
        }
        let mut successes = self.tables.draw(n % SMALL, rng);
        let mut digits = n / SMALL;
        let mut place = SMALL;
        while digits != 0 {
            successes += self.tables.draw(place + digits % 4, rng);
            digits /= 4;
            place += 4;
        }
        successes
    }

    #[inline]
    fn sample_large(&self, n: u64, rng: &mut impl Rng) -> u64 {
        let rarer = if n >= self.normal.least_trials() {
            self.normal.sample(n, rng)
        } else {
            self.sample_middling(n, rng)
        };
        if self.flipped { n - rarer } else { rarer }
    }

    #[inline(never)]
    fn sample_middling(&self, n: u64, rng: &mut impl Rng) -> u64 {
        if n as f64 * self.p < LEAST_MEAN {
            self.inversion(n, rng)
        } else {
            self.rejection(n, rng)
        }
    }

    /// Sums the probabilities of 0, 1, ... until they exceed a uniform number.
    fn inversion(&self, n: u64, rng: &mut impl Rng) -> u64 {
        let trials = n as f64;
        let none = (trials * (-self.p).ln_1p()).exp();
        loop {
            let mut uniform = unit(rng);
            let mut chance = none;
            let mut successes = 0;
            loop {
                if uniform < chance {
                    return successes;
                }
                uniform -= chance;
                successes += 1;
                chance *= (trials - successes as f64 + 1.0) / successes as f64 * self.odds;
                // Rounding can leave a remainder that no probability covers; then
                // the draw starts over.
                if successes > n || chance < 1e-300 {
                    break;
                }
            }
        }
    }

    /// Algorithm BTRD.
    #[expect(clippy::many_single_char_names, reason = "the letters are the paper's")]
    fn rejection(&self, n: u64, rng: &mut impl Rng) -> u64 {
        let n = n as f64;
        let spq = n.sqrt() * self.deviation;
        let b = 1.15 + 2.53 * spq;
        let a = -0.0873 + 0.0248 * b + 0.01 * self.p;
        let c = n * self.p + 0.5;
        // The paper's v_r = 0.92 - 4.2 / b. Its reciprocal is computed separately,
        // to save a dependent division.
        let vr = 0.92 - 4.2 / b;
        let vr_reciprocal = b / (0.92 * b - 4.2);
        loop {
            let mut v = unit(rng);
            if v <= 0.86 * vr {
                let u = v * vr_reciprocal - 0.43;
                return ((2.0 * a / (0.5 - u.abs()) + b) * u + c) as u64;
            }
            let u = if v >= vr {
                unit(rng) - 0.5
            } else {
                let u = v * vr_reciprocal - 0.93;
                v = unit(rng) * vr;
                0.5f64.copysign(u) - u
            };
            let us = 0.5 - u.abs();
            let k = ((2.0 * a / us + b) * u + c).floor();
            let alpha = (2.83 + 5.1 / b) * spq;
            if k >= 0.0 && k <= n && self.accepts(n, k, v * alpha / (a / (us * us) + b), spq * spq)
            {
                return k as u64;
            }
        }
    }

    /// Whether `v` is at most the probability of `k` relative to that of the mode.
    #[expect(clippy::many_single_char_names, reason = "the letters are the paper's")]
    fn accepts(&self, n: f64, k: f64, mut v: f64, npq: f64) -> bool {
        let r = self.odds;
        let m = ((n + 1.0) * self.p).floor();
        let km = (k - m).abs();
        if km <= 15.0 {
            let nr = (n + 1.0) * r;
            let mut f = 1.0;
            let mut i = m.min(k);
            while i < m.max(k) {
                i += 1.0;
                f *= nr / i - r;
            }
            if k < m {
                v *= f;
                f = 1.0;
            }
            return v <= f;
        }
        let v = v.ln();
        let rho = (km / npq) * (((km / 3.0 + 0.625) * km + 1.0 / 6.0) / npq + 0.5);
        let t = -km * km / (2.0 * npq);
        if v < t - rho {
            return true;
        }
        if v > t + rho {
            return false;
        }
        v <= ln_chance(n, k, self.p, self.q) - ln_chance(n, m, self.p, self.q)
    }
}

/// A uniform number in [0, 1), a multiple of 2^-53.
#[inline]
pub(crate) fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[cfg(test)]
mod tests;
