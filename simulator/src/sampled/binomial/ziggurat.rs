//! Normal numbers by the ziggurat (G. Marsaglia and W. W. Tsang, "The ziggurat
//! method for generating random variables", Journal of Statistical Software
//! 5(8), 2000, with 256 layers).
//!
//! Our own, since the call of a library's costs as much as the number does.

use std::sync::LazyLock;

use rand::Rng;

use super::unit;

/// Where the lowest layer ends and the tail begins.
const TAIL: f64 = 3.654_152_885_361_009;

/// What each layer covers of the area under `exp(-x²/2)` for positive `x`; the
/// lowest one with the tail.
const AREA: f64 = 0.004_928_673_233_99;

/// Layers of equal area, from the lowest and widest one up.
#[derive(Debug)]
pub(super) struct Ziggurat {
    /// Half the width of each layer, that of the lowest as if the tail were a part
    /// of the rectangle; and 0 above the topmost.
    widths: [f64; 257],
    /// `exp(-x²/2)` at these.
    heights: [f64; 257],
}

impl Ziggurat {
    /// The one that all share.
    pub(super) fn shared() -> &'static Self {
        static SHARED: LazyLock<Ziggurat> = LazyLock::new(Ziggurat::new);
        &SHARED
    }

    fn new() -> Self {
        let height = |x: f64| (-0.5 * x * x).exp();
        let mut widths = [0.0; 257];
        widths[0] = AREA / height(TAIL);
        widths[1] = TAIL;
        for layer in 1..255 {
            let x: f64 = widths[layer];
            widths[layer + 1] = (-2.0 * (AREA / x + height(x)).ln()).sqrt();
        }
        Self {
            widths,
            heights: widths.map(height),
        }
    }

    /// A normal number of mean 0 and deviation 1.
    #[inline]
    pub(super) fn draw(&self, rng: &mut impl Rng) -> f64 {
        loop {
            let bits = rng.next_u64();
            // The lowest bits choose the layer, the highest the place in it.
            let layer = usize::from(bits as u8);
            let place = (bits as i64 >> 11) as f64 * (1.0 / (1u64 << 52) as f64);
            let x = place * self.widths[layer];
            if x.abs() < self.widths[layer + 1] {
                return x;
            }
            if let Some(x) = self.at_the_edge(layer, x, rng) {
                return x;
            }
        }
    }

    /// What becomes of `x` outside the layer above.
    #[cold]
    #[inline(never)]
    fn at_the_edge(&self, layer: usize, x: f64, rng: &mut impl Rng) -> Option<f64> {
        if layer > 0 {
            let (low, high) = (self.heights[layer], self.heights[layer + 1]);
            return (low + (high - low) * unit(rng) < (-0.5 * x * x).exp()).then_some(x);
        }
        // Marsaglia's tail: an exponential proposal.
        loop {
            let beyond = -(1.0 - unit(rng)).ln() / TAIL;
            let height = -(1.0 - unit(rng)).ln();
            if 2.0 * height > beyond * beyond {
                return Some((TAIL + beyond).copysign(x));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

    use super::*;

    #[test]
    fn layers_have_equal_areas_and_end_at_the_top() {
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
        // Mean and variance of the powers of a normal number.
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
}
