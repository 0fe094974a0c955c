//! Which of many differences are significant.

use super::{Estimate, Z95};

/// The probability of a figure from `count` samples at least this large if the truth is `bound`
/// or less, by Student's t distribution. 1 if nothing is known.
pub fn above(figure: Estimate, bound: f64, count: u64) -> f64 {
    if !figure.error.is_finite() || count < 2 {
        return 1.0;
    }
    let distance = figure.value - bound;
    if figure.error == 0.0 {
        return if distance > 0.0 { 0.0 } else { 1.0 };
    }
    let (t, free) = (distance / figure.error, (count - 1) as f64);
    // The normal variable with the same tail, after Wallace (Annals of Mathematical Statistics
    // 30, 1959); a twentieth off at most from nine degrees of freedom on.
    let z = (8.0 * free + 1.0) / (8.0 * free + 3.0) * (free * (t * t / free).ln_1p()).sqrt();
    tail(z.copysign(t))
}

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

/// Which tests are significant if at most a share `rate` of those called significant may be
/// false (Benjamini and Hochberg, 1995). The results are in the order of `chances`.
pub fn discoveries(chances: &[f64], rate: f64) -> Vec<bool> {
    let mut sorted = chances.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = chances.len() as f64;
    let mut ranked = sorted.iter().enumerate().rev();
    let bound = ranked.find(|(rank, chance)| **chance <= rate * (*rank + 1) as f64 / count);
    let bound = bound.map_or(f64::NEG_INFINITY, |(_, chance)| *chance);
    chances.iter().map(|chance| *chance <= bound).collect()
}
