use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::*;

/// `ln n!`, by Stirling's series for large `n`.
fn ln_factorial(n: u64) -> f64 {
    let x = n as f64;
    if n < 30 {
        return (2..=n).map(|i| (i as f64).ln()).sum();
    }
    let series = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * x * x)) / (x * x)) / x;
    (x + 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series
}

/// The first outcome within ten deviations and the chances of all such outcomes,
/// from logarithms of factorials.
fn reference(n: u64, p: f64) -> (u64, Vec<f64>) {
    let reach = 10.0 * (n as f64 * p * (1.0 - p)).sqrt() + 10.0;
    let first = (n as f64 * p - reach).max(0.0) as u64;
    let last = ((n as f64 * p + reach) as u64).min(n);
    let mut chances: Vec<f64> = (first..=last)
        .map(|k| {
            let ln = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
                + k as f64 * p.ln()
                + (n - k) as f64 * (1.0 - p).ln();
            ln.exp()
        })
        .collect();
    // Huge factorials lose their last digits, equally in all chances.
    let sum: f64 = chances.iter().sum();
    assert!((sum - 1.0).abs() < 1e-3, "n = {n}, p = {p}: {sum}");
    for chance in &mut chances {
        *chance /= sum;
    }
    (first, chances)
}

/// The number of standard deviations by which Pearson's statistic exceeds its mean,
/// over cells that expect at least `least` draws.
fn excess(counts: &[u32], chances: &[f64], least: f64) -> f64 {
    let draws = f64::from(counts.iter().sum::<u32>());
    let (mut statistic, mut cells) = (0.0, 0);
    let (mut expected, mut seen) = (0.0, 0.0);
    for (count, chance) in counts.iter().zip(chances) {
        expected += chance * draws;
        seen += f64::from(*count);
        if expected >= least {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1;
            (expected, seen) = (0.0, 0.0);
        }
    }
    let freedom = f64::from(cells - 1).max(1.0);
    // Wilson and Hilferty's normal approximation to chi-squared.
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// Kolmogorov's statistic: the greatest distance between the observed and the exact
/// distribution, times the square root of the number of draws.
fn distance(counts: &[u32], chances: &[f64]) -> f64 {
    let draws = f64::from(counts.iter().sum::<u32>());
    let (mut exact, mut seen, mut greatest) = (0.0, 0.0, 0.0f64);
    for (count, chance) in counts.iter().zip(chances) {
        exact += chance;
        seen += f64::from(*count) / draws;
        greatest = greatest.max((exact - seen).abs());
    }
    greatest * draws.sqrt()
}

#[test]
fn draws_follow_the_binomial_distribution() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    // Alias tables, inversion, rejection with and without long tails, normal
    // variates at their lower limit and far beyond, and both sides of one half.
    for (n, p, draws) in [
        (1, 0.3, 40_000),
        (2, 0.7, 40_000),
        (17, 0.4, 40_000),
        (63, 0.66, 40_000),
        (64, 0.1, 40_000),
        (500, 0.99, 40_000),
        (64, 0.25, 40_000),
        (100, 0.5, 40_000),
        (1000, 0.34, 40_000),
        (3_400, 0.63, 40_000),
        (3_600, 0.37, 200_000),
        (4_095, 0.45, 40_000),
        (4_096, 0.5, 200_000),
        (20_000, 0.58, 200_000),
        (40_000, 0.001, 40_000),
        (100_000, 0.01, 200_000),
        (1_000_000, 0.371_656, 200_000),
        (1_000_000_000, 0.371_656, 100_000),
        (1_000_000_000, 0.999_99, 40_000),
    ] {
        let (first, chances) = reference(n, p);
        for binomial in [Binomial::new(p, n), Binomial::without_tables(p)] {
            let mut counts = vec![0u32; chances.len()];
            for _ in 0..draws {
                counts[(binomial.sample(n, &mut rng) - first) as usize] += 1;
            }
            // Many narrow cells detect what a few wide ones miss, and vice versa.
            for least in [20.0, f64::from(draws) / 50.0] {
                let z = excess(&counts, &chances, least);
                assert!(z < 4.0, "n = {n}, p = {p}: {z:.1} standard deviations");
            }
            // Exceeds 2.3 once in 20,000 times.
            let distance = distance(&counts, &chances);
            assert!(distance < 2.3, "n = {n}, p = {p}: distance {distance:.2}");
        }
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
