//! Sums of whole numbers, and the means and ratios computed from them.

use super::{Z95, t95};

/// The minimum number of samples from which a standard error is estimated.
pub const LEAST: u64 = 10;

/// The standard error if all `n` samples are equal: half of the 95 % interval is about 3 / n, the
/// bound for an event never observed (Hanley and Lippman-Hand, *If nothing goes wrong, is
/// everything all right?*, 1983).
fn unseen(n: f64) -> f64 {
    3.0 / n / Z95
}

/// A figure and its standard error, in the same unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error; infinite if there are too few samples.
    pub error: f64,
}

impl Estimate {
    /// No information.
    pub const UNKNOWN: Self = Self {
        value: 0.0,
        error: f64::INFINITY,
    };

    /// The 95 % interval of an estimate from `count` samples, by Student's t distribution.
    pub fn interval(self, count: u64) -> (f64, f64) {
        let half = t95(count) * self.error;
        (self.value - half, self.value + half)
    }

    /// The figure in another unit.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            error: self.error * factor.abs(),
        }
    }

    /// The figure from another origin.
    #[must_use]
    pub fn less(self, origin: f64) -> Self {
        Self {
            value: self.value - origin,
            ..self
        }
    }

    /// The difference of two independent figures.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            error: self.error.hypot(other.error),
        }
    }
}

/// Count, sum and sum of squares of whole numbers; for paired samples, of their differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moments {
    /// The number of samples.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Adds a sample.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += (value * value) as u64;
    }

    /// Adds the samples of another.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean. Its error is unknown for fewer than ten samples, and never 0: even if all
    /// are equal, the next may differ by one.
    pub fn mean(self) -> Estimate {
        if self.count < LEAST {
            return Estimate::UNKNOWN;
        }
        let n = self.count as f64;
        let value = self.sum as f64 / n;
        // Exact until the last step, because the sums may be large and close to each other.
        let spread = u128::from(self.squares) * u128::from(self.count);
        let spread = spread.saturating_sub(u128::from(self.sum.unsigned_abs()).pow(2));
        let error = (spread as f64 / (n - 1.0)).sqrt() / n;
        let error = if spread == 0 { unseen(n) } else { error };
        Estimate { value, error }
    }
}

/// Sums of pairs of whole numbers, for the ratio of their totals: wins among games, where
/// each deal yields a different number of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ratio {
    /// The number of pairs.
    pub count: u64,
    /// The sums of numerators and denominators.
    pub sums: [u64; 2],
    /// The sums of their squares.
    pub squares: [u64; 2],
    /// The sum of their products.
    pub products: u64,
}

impl Ratio {
    /// The ratio of the totals, with the error of the linear approximation (Cochran,
    /// *Sampling Techniques*, 1977, 6.4). Unknown for fewer than ten pairs or a denominator
    /// below ten; never without an error, as [`Moments::mean`].
    pub fn ratio(self) -> Estimate {
        let [above, below] = self.sums.map(|sum| sum as f64);
        if self.count < LEAST || self.sums[1] < LEAST {
            return Estimate::UNKNOWN;
        }
        let value = above / below;
        let n = self.count as f64;
        let [aa, bb] = self.squares.map(|sum| sum as f64);
        // The residuals sum to 0, so the mean of their squares is their variance.
        let spread = aa - 2.0 * value * self.products as f64 + value * value * bb;
        let error = (spread.max(0.0) * n / (n - 1.0)).sqrt() / below;
        // In exact proportion, only rounding errors are left.
        let is_spread = spread > 1e-9 * aa;
        let error = if is_spread { error } else { unseen(below) };
        Estimate { value, error }
    }
}
