//! Binomial probabilities without the cancellation of factorials, by the
//! saddle-point form of C. Loader, "Fast and accurate computation of binomial
//! probabilities" (2000).

use std::f64::consts::TAU;

/// Logarithm of the probability of `k` successes among `n` trials with
/// probability `p`, where `q` is `1 - p` and `k` a whole number from 0 to `n`.
/// The probability is accurate to about twelve digits.
pub(super) fn ln_chance(n: f64, k: f64, p: f64, q: f64) -> f64 {
    // The saddle-point form needs both outcomes.
    if k < 1.0 {
        return n * (-p).ln_1p();
    }
    if n - k < 1.0 {
        return n * p.ln();
    }
    stirling_error(n)
        - stirling_error(k)
        - stirling_error(n - k)
        - deviance(k, n * p)
        - deviance(n - k, n * q)
        - 0.5 * (TAU * k * ((n - k) / n)).ln()
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

/// The error of Stirling's formula for `ln n!`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_have_the_right_ratios() {
        for (n, p) in [(1u32, 0.3), (30, 0.5), (200, 0.3), (5_000, 0.01)] {
            let trials = f64::from(n);
            let chances: Vec<f64> = (0..=n)
                .map(|k| ln_chance(trials, f64::from(k), p, 1.0 - p))
                .collect();
            let sum: f64 = chances.iter().map(|chance| chance.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-12, "n = {n}: {sum}");
            for k in 1..=n {
                let ratio = (trials - f64::from(k) + 1.0) / f64::from(k) * p / (1.0 - p);
                let step = chances[k as usize] - chances[k as usize - 1];
                let slack = 1e-11 + 1e-14 * chances[k as usize].abs();
                assert!((step - ratio.ln()).abs() < slack, "n = {n}, k = {k}");
            }
        }
    }
}
