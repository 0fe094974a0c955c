//! Which of many differences are significant.

use super::{Estimate, tail};

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
