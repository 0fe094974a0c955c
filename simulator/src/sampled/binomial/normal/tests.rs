use super::*;

/// Every proposal within nine deviations, for many `n` and `p`: no ratio exceeds the
/// bound, and every proposal accepted early would be accepted anyway.
#[test]
fn the_bounds_enclose_the_exact_ratio() {
    for p in [
        0.5,
        0.49,
        0.45,
        0.4,
        0.3717,
        1.0 / 3.0,
        0.25,
        0.1,
        0.01,
        1e-4,
        1e-6,
    ] {
        let normal = Normal::new(p);
        for factor in [1, 2, 5, 30, 1_000, 100_000] {
            let trials = (normal.least_trials() * factor) as f64;
            if trials > 1e13 {
                // Logarithms of chances lose digits there, while the margin only grows.
                continue;
            }
            let sigma = trials.sqrt() * normal.deviation;
            let width = sigma + normal.widening;
            let mode = (trials + 1.0) * p;
            let ends = [mode - 9.0 * width, mode + 9.0 * width];
            assert!(ends[0] > 0.0 && ends[1] < trials, "{trials} trials of {p}");
            for step in 0..=2_000 {
                let successes = (mode + (f64::from(step) / 1000.0 - 1.0) * 8.9 * width).floor();
                for within in [0.0, 0.3, 0.5, 0.7, 0.999_999] {
                    let z = (successes + within - mode) / width;
                    let ratio = normal.ln_ratio(trials, successes, z, sigma);
                    let what = format!("{trials} trials of {p}, {successes} successes");
                    let below = normal.most / sigma - ratio;
                    assert!(below * sigma > 0.02, "{what}: {below} below the bound");
                    let loss = normal.loss(z.abs());
                    let exact = -(-below).exp_m1() * sigma;
                    assert!(
                        loss >= sigma || loss > exact + 0.02,
                        "{what}: {loss} lost, exactly {exact}"
                    );
                }
            }
        }
    }
}
