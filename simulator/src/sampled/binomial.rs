//! Binomial variates with a fixed probability, many of them, fast and exact.
//!
//! The number of trials is cut into its last six bits and, above them, digits
//! of base four: `n = r + 64 (m0 + 4 m1 + 16 m2 + ...)`. Binomials with one
//! probability add up, so one draw from an alias table (Walker 1977, Vose 1991)
//! for each digit gives the whole. Tables leave out what lies more than 8.5
//! standard deviations from the mean, a share below the resolution of `f64`.
//!
//! Beyond 2^14 trials inversion is used while the mean is small, else
//! transformed rejection with decomposition and squeeze: algorithm BTRD of
//! W. Hörmann, "The generation of binomial random variates", Journal of
//! Statistical Computation and Simulation 46 (1993), 101-110.

use std::f64::consts::TAU;

use rand::Rng;

/// Trials for which there is an alias table: fewer than this.
const SMALL: u64 = 64;

/// Digits of base four above the last six bits.
const DIGITS: u32 = 4;

/// From here on no table is made.
const MOST_LARGE: u64 = SMALL << (2 * DIGITS);

/// Below this mean inversion is faster, and BTRD is not valid.
const LEAST_MEAN: f64 = 10.0;

/// Draws how many of `n` independent trials succeed.
#[derive(Debug, Clone)]
pub(crate) struct Binomial {
    /// Probability of the rarer outcome, at most 1/2.
    p: f64,
    q: f64,
    /// `p / q`.
    odds: f64,
    /// `sqrt(p q)`.
    deviation: f64,
    /// Whether successes are the commoner outcome.
    flipped: bool,
    /// Trials beyond the digits that have tables: this many and more.
    large: u64,
    /// For 0 to 63 trials, then for digits 0 to 3 of each place.
    tables: Vec<AliasTable>,
    entries: Vec<u64>,
}

/// Where the entries of a table stand.
#[derive(Debug, Clone, Copy)]
struct AliasTable {
    start: u32,
    /// A draw shifted right by this is the column.
    shift: u32,
    /// The value of column 0.
    base: u64,
}

impl Binomial {
    /// Prepares for successes of probability `p`, from 0 to 1, and up to `most`
    /// trials (more are drawn more slowly). Takes some tenths of a
    /// millisecond and 70 kB.
    pub(crate) fn new(p: f64, most: u64) -> Self {
        let mut binomial = Self::without_tables(p);
        for n in 0..SMALL {
            binomial.push_table(n, p);
        }
        binomial.large = SMALL;
        while binomial.large <= most && binomial.large < MOST_LARGE {
            for digit in 0..4 {
                binomial.push_table(digit * binomial.large, p);
            }
            binomial.large *= 4;
        }
        binomial
    }

    /// The same without tables: slower, but ready at once and small.
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
            tables: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// The number of successes among `n` trials, `n` at most 2^53.
    #[inline]
    pub(crate) fn sample(&self, n: u64, rng: &mut impl Rng) -> u64 {
        if n >= self.large {
            return self.sample_large(n, rng);
        }
        let mut successes = self.draw(n % SMALL, rng);
        let mut digits = n / SMALL;
        let mut place = SMALL;
        while digits != 0 {
            successes += self.draw(place + digits % 4, rng);
            digits /= 4;
            place += 4;
        }
        successes
    }

    #[inline]
    fn draw(&self, table: u64, rng: &mut impl Rng) -> u64 {
        let AliasTable { start, shift, base } = self.tables[table as usize];
        let draw = rng.next_u64();
        let column = draw >> shift;
        let entry = self.entries[start as usize + column as usize];
        // The low bits decide, the column was taken from the top ones.
        base + if draw << ALIAS_BITS < entry & !ALIAS_MASK {
            column
        } else {
            entry & ALIAS_MASK
        }
    }

    fn sample_large(&self, n: u64, rng: &mut impl Rng) -> u64 {
        let rarer = if n as f64 * self.p < LEAST_MEAN {
            self.inversion(n, rng)
        } else {
            self.rejection(n, rng)
        };
        if self.flipped { n - rarer } else { rarer }
    }

    /// Appends the table for `n` trials with probability `p`.
    fn push_table(&mut self, n: u64, p: f64) {
        let (base, chances) = probabilities(n, p);
        let columns = chances.len().next_power_of_two().max(2);
        self.tables.push(AliasTable {
            start: self.entries.len() as u32,
            shift: 64 - columns.trailing_zeros(),
            base,
        });
        alias_table(&chances, columns, &mut self.entries);
    }

    /// Adds up the probabilities of 0, 1, ... until they pass a uniform number.
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
                // Rounding can leave a crumb that no probability covers; far
                // in the tail the draw starts anew.
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
        // The paper's v_r = 0.92 - 4.2 / b, and its reciprocal alongside: a
        // division less to wait for.
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
        v <= self.ln_chance(n, k) - self.ln_chance(n, m)
    }

    /// Logarithm of the probability of `k` successes, up to a constant for a
    /// given `n`: the saddle-point form of C. Loader, "Fast and accurate
    /// computation of binomial probabilities" (2000), which keeps its
    /// precision where factorials would cancel.
    fn ln_chance(&self, n: f64, k: f64) -> f64 {
        if k < 1.0 || n - k < 1.0 {
            // The saddle-point form needs both outcomes.
            let all = if k < 1.0 { self.q.ln() } else { self.p.ln() };
            return n * all - stirling_error(n) - 0.5 * (n / TAU).ln();
        }
        -stirling_error(k)
            - stirling_error(n - k)
            - deviance(k, n * self.p)
            - deviance(n - k, n * self.q)
            - 0.5 * (k * (n - k)).ln()
    }
}

/// A uniform number from 0 to before 1, a multiple of 2^-53.
#[inline]
pub(crate) fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// `x ln(x / mean) + mean - x` without cancellation near the mean.
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let v = difference / (x + mean);
    let mut sum = difference * v;
    let mut term = 2.0 * x * v;
    let mut j = 1.0;
    loop {
        term *= v * v;
        j += 2.0;
        sum += term / j;
        if term.abs() <= sum.abs() * f64::EPSILON {
            return sum;
        }
    }
}

/// What Stirling's formula for `ln n!` leaves over.
fn stirling_error(n: f64) -> f64 {
    if n < 16.0 {
        let mut factorial = 1.0;
        let mut i = 1.0;
        while i < n {
            i += 1.0;
            factorial *= i;
        }
        return f64::ln(factorial) - (n + 0.5) * n.ln() + n - 0.5 * TAU.ln();
    }
    let n2 = n * n;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / 1680.0 / n2) / n2) / n2) / n
}

/// The chances of `base`, `base + 1`, ... successes among `n` trials, leaving
/// out both tails beyond 8.5 standard deviations; they sum to 1.
fn probabilities(n: u64, p: f64) -> (u64, Vec<f64>) {
    let trials = n as f64;
    let reach = 8.5 * (trials * p * (1.0 - p)).sqrt() + 8.0;
    let first = (trials * p - reach).floor().max(0.0) as u64;
    let last = ((trials * p + reach).ceil() as u64).min(n);
    let mode = (((trials + 1.0) * p) as u64).clamp(first, last);
    let mut chances = vec![0.0; (last - first + 1) as usize];
    // Outwards from the mode, each by its ratio to the one before.
    chances[(mode - first) as usize] = 1.0;
    let odds = p / (1.0 - p);
    let mut chance = 1.0;
    for k in mode + 1..=last {
        chance *= (trials - k as f64 + 1.0) / k as f64 * odds;
        chances[(k - first) as usize] = chance;
    }
    chance = 1.0;
    for k in (first..mode).rev() {
        chance *= (k as f64 + 1.0) / ((trials - k as f64) * odds);
        chances[(k - first) as usize] = chance;
    }
    let sum: f64 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= sum;
    }
    (first, chances)
}

/// Lowest bits of an entry: the value that a column shares with. Tables have
/// at most as many columns as these bits can number.
const ALIAS_BITS: u32 = 12;
const ALIAS_MASK: u64 = (1 << ALIAS_BITS) - 1;

/// Appends an alias table of `columns` entries, a power of two and at least as
/// many as there are `chances`. The upper bits of an entry are the share of its
/// column that stays, the lowest the index that gets the rest.
fn alias_table(chances: &[f64], columns: usize, out: &mut Vec<u64>) {
    debug_assert!(columns <= 1 << ALIAS_BITS, "{columns} columns");
    let start = out.len();
    let mut shares: Vec<f64> = chances
        .iter()
        .map(|chance| chance * columns as f64)
        .collect();
    shares.resize(columns, 0.0);
    // Full columns until they are found to be short.
    out.extend((0..columns as u64).map(|index| !ALIAS_MASK | index));
    let (mut under, mut over): (Vec<usize>, Vec<usize>) =
        (0..columns).partition(|&index| shares[index] < 1.0);
    while let (Some(&small), Some(&large)) = (under.last(), over.last()) {
        under.pop();
        let kept = (shares[small] * (1u64 << (64 - ALIAS_BITS)) as f64) as u64;
        out[start + small] = kept << ALIAS_BITS | large as u64;
        shares[large] -= 1.0 - shares[small];
        if shares[large] < 1.0 {
            over.pop();
            under.push(large);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

    use super::*;

    /// Chances of all outcomes that matter, from the logarithms of factorials.
    fn reference(n: u64, p: f64) -> Vec<f64> {
        let factorials: Vec<f64> = (0..=n)
            .scan(0.0, |sum, i| {
                *sum += if i == 0 { 0.0 } else { (i as f64).ln() };
                Some(*sum)
            })
            .collect();
        (0..=n as usize)
            .map(|k| {
                let ln = factorials[n as usize] - factorials[k] - factorials[n as usize - k]
                    + k as f64 * p.ln()
                    + (n as usize - k) as f64 * (1.0 - p).ln();
                ln.exp()
            })
            .collect()
    }

    #[test]
    fn draws_follow_the_binomial_law() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
        let draws = 400_000;
        // Alias tables, inversion, rejection with and without long tails, and
        // both sides of one half.
        for (n, p) in [
            (1, 0.3),
            (2, 0.7),
            (17, 0.4),
            (63, 0.66),
            (64, 0.1),
            (500, 0.99),
            (64, 0.25),
            (100, 0.5),
            (1000, 0.34),
            (20_000, 0.58),
            (40_000, 0.001),
        ] {
            let chances = reference(n, p);
            for binomial in [Binomial::new(p, n), Binomial::without_tables(p)] {
                let mut counts = vec![0u32; n as usize + 1];
                for _ in 0..draws {
                    counts[binomial.sample(n, &mut rng) as usize] += 1;
                }
                // Pearson's statistic over cells of at least 20 expected draws.
                let (mut statistic, mut cells) = (0.0, 0);
                let (mut expected, mut seen) = (0.0, 0.0);
                for (count, chance) in counts.iter().zip(&chances) {
                    expected += chance * f64::from(draws);
                    seen += f64::from(*count);
                    if expected >= 20.0 {
                        statistic += (seen - expected).powi(2) / expected;
                        cells += 1;
                        (expected, seen) = (0.0, 0.0);
                    }
                }
                let freedom = f64::from(cells - 1).max(1.0);
                // Wilson and Hilferty's normal approximation to chi-squared.
                let spread = 2.0 / (9.0 * freedom);
                let z = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
                assert!(
                    z < 4.0,
                    "n = {n}, p = {p}: {z:.1} standard deviations over {cells} cells"
                );
            }
        }
    }

    #[test]
    fn logarithms_of_chances_keep_their_precision() {
        let binomial = Binomial::without_tables(0.3);
        let chances = reference(200, 0.3);
        for k in 0..=200u32 {
            let relative =
                binomial.ln_chance(200.0, f64::from(k)) - binomial.ln_chance(200.0, 60.0);
            assert!(
                (relative - (chances[k as usize] / chances[60]).ln()).abs() < 1e-11,
                "k = {k}"
            );
        }
    }

    #[test]
    fn certain_outcomes_are_certain() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for n in [0, 1, 63, 64, 1 << 40] {
            for prepare in [|p| Binomial::new(p, 1 << 40), Binomial::without_tables] {
                assert_eq!(prepare(0.0).sample(n, &mut rng), 0);
                assert_eq!(prepare(1.0).sample(n, &mut rng), n);
            }
        }
    }

    #[test]
    fn huge_numbers_of_trials_have_the_right_mean_and_spread() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (n, p) = (1_000_000_000_000_u64, 0.371_656);
        let binomial = Binomial::new(p, n);
        let deviation = (n as f64 * p * (1.0 - p)).sqrt();
        let draws = 20_000;
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..draws {
            let z = (binomial.sample(n, &mut rng) as f64 - n as f64 * p) / deviation;
            sum += z;
            squares += z * z;
        }
        let draws = f64::from(draws);
        assert!((sum / draws.sqrt()).abs() < 4.0, "mean {sum}");
        assert!(
            ((squares - draws) / (2.0 * draws).sqrt()).abs() < 4.0,
            "spread {}",
            squares / draws
        );
    }
}
