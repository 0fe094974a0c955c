//! Intervals and tests of figures that are looked at as often as one pleases.

use super::Estimate;

/// For how many numbers intervals are the narrowest, compared with others of their kind.
const SUITED: f64 = 500.0;
/// ρ² of the paper for that number at 95 %: (-2 ln α + ln(-2 ln α) + 1) / n.
const RHO2: f64 = 8.781_7 / SUITED;
/// 1 less the share of cases in which all intervals hold.
const ALPHA: f64 = 0.05;

impl Estimate {
    /// The 95 % interval of an estimate of so many numbers that may be looked at after each:
    /// in 95 % of cases *all* of them hold.
    ///
    /// The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
    /// *Time-uniform central limit theory and asymptotic confidence sequences*, Annals of
    /// Statistics 52 (2024), theorem 2.2. It holds for whatever the central limit theorem
    /// holds for, ratios and differences, too; some three times the standard error wide to
    /// either side, and more for few numbers.
    pub fn at_any_time(self, count: u64) -> (f64, f64) {
        let v = count as f64 * RHO2;
        let reach = 2.0 * (v + 1.0) / v * ((v + 1.0).sqrt() / ALPHA).ln();
        let half = reach.sqrt() * self.error;
        (self.value - half, self.value + half)
    }
}

/// How likely it is that a figure of so many numbers is *ever* as far above `bound` as it is
/// now where the truth is `bound` or less: 1 / e for the e-value that the same mixture gives.
/// Of many of these [`discoveries`](super::discoveries) keeps its rate whenever one looks and
/// whatever they have to do with each other (Wang and Ramdas, *False discovery rate control
/// with e-values*, JRSS B 84, 2022). 1 where nothing is known.
pub fn ever_above(figure: Estimate, bound: f64, count: u64) -> f64 {
    let distance = figure.value - bound;
    // Not `>`, so that what is not a number is not above either.
    if !figure.error.is_finite() || figure.error <= 0.0 || distance <= 0.0 || count == 0 {
        return 1.0;
    }
    let v = count as f64 * RHO2;
    let z = distance / figure.error;
    let e = (z * z / 2.0 * v / (v + 1.0)).exp() / (v + 1.0).sqrt();
    (1.0 / e).min(1.0)
}
