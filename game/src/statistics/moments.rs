//! Sums of whole numbers, and the means and ratios that come of them.

use super::Z95;

/// How many there have to be before their spread says how far their mean may be off.
const LEAST: u64 = 10;

/// The standard error where nothing has differed in `n`: that half of the 95 % interval is
/// 3 / n, the bound of what has not been seen once (Hanley and Lippman-Hand, *If nothing goes
/// wrong, is everything all right?*, 1983).
fn unseen(n: f64) -> f64 {
    3.0 / n / Z95
}

/// A figure and its standard error, both in the same unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Its standard error; infinite where there is too little to tell.
    pub error: f64,
}

impl Estimate {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        value: 0.0,
        error: f64::INFINITY,
    };

    /// The 95 % interval by the normal law.
    pub fn interval(self) -> (f64, f64) {
        (self.value - Z95 * self.error, self.value + Z95 * self.error)
    }

    /// Half the width of the 95 % interval.
    pub fn half(self) -> f64 {
        Z95 * self.error
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

    /// The difference of two figures that have nothing to do with each other.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            error: self.error.hypot(other.error),
        }
    }
}

/// Count, sum and sum of squares of whole numbers; of differences, where what is compared
/// comes in pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moments {
    /// How many there are.
    pub count: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Counts one more.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += (value * value) as u64;
    }

    /// Counts those of another, too.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; its error is unknown for fewer than ten, and never 0: where all are
    /// equal, the next may differ by one.
    pub fn mean(self) -> Estimate {
        if self.count < LEAST {
            return Estimate::UNKNOWN;
        }
        let n = self.count as f64;
        let value = self.sum as f64 / n;
        // Exact up to the last step: the sums may be large and close to each other.
        let spread = u128::from(self.squares) * u128::from(self.count);
        let spread = spread.saturating_sub(u128::from(self.sum.unsigned_abs()).pow(2));
        let error = (spread as f64 / (n - 1.0)).sqrt() / n;
        let error = if spread == 0 { unseen(n) } else { error };
        Estimate { value, error }
    }
}

/// Sums of pairs of whole numbers, of which the ratio of the totals is wanted: wins among
/// games of which each deal gives another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ratio {
    /// How many pairs.
    pub count: u64,
    /// The sums: what is divided, and by what.
    pub sums: [u64; 2],
    /// The sums of squares of the two.
    pub squares: [u64; 2],
    /// The sum of products.
    pub products: u64,
}

impl Ratio {
    /// The ratio of the totals, with the error of the linear approximation (Cochran,
    /// *Sampling Techniques*, 1977, 6.4). Unknown for fewer pairs than ten and where the
    /// divisors are less than ten together; never without an error, as [`Moments::mean`].
    pub fn ratio(self) -> Estimate {
        let [above, below] = self.sums.map(|sum| sum as f64);
        if self.count < LEAST || self.sums[1] < LEAST {
            return Estimate::UNKNOWN;
        }
        let value = above / below;
        let n = self.count as f64;
        let [aa, bb] = self.squares.map(|sum| sum as f64);
        // The residuals sum to 0, so that their squares are their variance.
        let spread = aa - 2.0 * value * self.products as f64 + value * value * bb;
        let error = (spread.max(0.0) * n / (n - 1.0)).sqrt() / below;
        let error = if error > 0.0 { error } else { unseen(below) };
        Estimate { value, error }
    }
}
