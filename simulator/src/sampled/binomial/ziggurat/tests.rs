use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use super::*;

#[test]
fn layers_have_equal_areas() {
    let Ziggurat { widths, heights } = Ziggurat::shared();
    for layer in 0..256 {
        let rise = if layer == 0 {
            heights[1]
        } else {
            heights[layer + 1] - heights[layer]
        };
        let area = widths[layer] * rise;
        assert!((area - AREA).abs() < 1e-11, "layer {layer}: {area}");
    }
}

#[test]
fn moments_and_tails_are_normal() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let draws = 4_000_000;
    let (mut powers, mut beyond) = ([0.0; 4], [0.0; 6]);
    for _ in 0..draws {
        let x = Ziggurat::shared().draw(&mut rng);
        for (power, sum) in powers.iter_mut().enumerate() {
            *sum += x.powi(power as i32 + 1);
        }
        for (limit, count) in beyond.iter_mut().enumerate() {
            *count += f64::from(u8::from(x.abs() > limit as f64));
        }
    }
    let draws = f64::from(draws);
    // Mean and variance of the powers of a normal variate.
    for (sum, (mean, variance)) in
        powers
            .iter()
            .zip([(0.0, 1.0), (1.0, 2.0), (0.0, 15.0), (3.0, 96.0)])
    {
        let z = (sum - draws * mean) / f64::sqrt(draws * variance);
        assert!(z.abs() < 4.0, "{z}");
    }
    let tails = [
        1.0,
        0.317_310_507_9,
        0.045_500_263_9,
        0.002_699_796_1,
        6.334_248e-5,
        5.733_031e-7,
    ];
    for (limit, (count, chance)) in beyond.iter().zip(tails).enumerate() {
        let error = f64::sqrt(draws * chance * (1.0 - chance)) + 1.0;
        assert!(
            (count - draws * chance).abs() < 4.0 * error,
            "beyond {limit}: {count}"
        );
    }
}
