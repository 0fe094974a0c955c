//! Intervals and tests for figures that are looked at repeatedly.

use super::Estimate;

/// The sample size for which the intervals are narrowest among those of their kind.
const SUITED: f64 = 500.0;
/// ρ² of the paper for that number at 95 %: (-2 ln α + ln(-2 ln α) + 1) / n.
const RHO2: f64 = 8.781_7 / SUITED;
/// One minus the coverage.
const ALPHA: f64 = 0.05;

impl Estimate {
    /// The 95 % interval of an estimate from `count` samples that may be looked at after each
    /// sample: with a probability of 95 % *all* these intervals hold.
    ///
    /// The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
    /// *Time-uniform central limit theory and asymptotic confidence sequences*, Annals of
    /// Statistics 52 (2024), theorem 2.2. It applies wherever the central limit theorem does,
    /// including ratios and differences; it is about three standard errors wide on either
    /// side, and wider for small samples.
    pub fn at_any_time(self, count: u64) -> (f64, f64) {
        let v = count as f64 * RHO2;
        let reach = 2.0 * (v + 1.0) / v * ((v + 1.0).sqrt() / ALPHA).ln();
        let half = reach.sqrt() * self.error;
        (self.value - half, self.value + half)
    }
}

/// The probability that a figure from `count` samples is *ever* as far above `bound` as now
/// if the truth is `bound` or less: 1 / e for the e-value of the same mixture.
/// [`discoveries`](super::discoveries) keeps its rate for these whenever one looks and
/// however they depend on each other (Wang and Ramdas, *False discovery rate control with
/// e-values*, JRSS B 84, 2022). 1 if nothing is known.
pub fn ever_above(figure: Estimate, bound: f64, count: u64) -> f64 {
    let distance = figure.value - bound;
    // Written so that NaN counts as not above.
    if !figure.error.is_finite() || figure.error <= 0.0 || distance <= 0.0 || count == 0 {
        return 1.0;
    }
    let v = count as f64 * RHO2;
    let z = distance / figure.error;
    let e = (z * z / 2.0 * v / (v + 1.0)).exp() / (v + 1.0).sqrt();
    (1.0 / e).min(1.0)
}
