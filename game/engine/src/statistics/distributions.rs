//! Tails and quantiles of the normal distribution and of Student's t.

use super::Z95;

/// The quantile of Student's t distribution with 2.5 % above it, for `count` samples, of which
/// there must be at least ten: the first terms of its expansion at the normal one (Fisher and
/// Cornish, *Technometrics* 2, 1960).
pub fn t95(count: u64) -> f64 {
    let free = (count.max(2) - 1) as f64;
    let z = Z95;
    z + (z.powi(3) + z) / (4.0 * free)
        + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * free * free)
}

/// The probability that a standard normal variable exceeds `z`: polynomial 26.2.17 of
/// Abramowitz and Stegun, with an error below 7.5e-8.
pub fn tail(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - tail(-z);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let terms = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (density * sum).clamp(0.0, 1.0)
}
