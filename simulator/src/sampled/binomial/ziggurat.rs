//! Normal variates by the ziggurat method with 256 layers (G. Marsaglia and
//! W. W. Tsang, "The ziggurat method for generating random variables", Journal of
//! Statistical Software 5(8), 2000).
//!
//! Written here so that it is inlined: calling a library costs as much as the draw.

use std::sync::LazyLock;

use rand::Rng;

use super::unit;

/// The start of the tail.
const TAIL: f64 = 3.654_152_885_361_009;

/// The area of each layer under `exp(-x²/2)` for positive `x`; the lowest layer
/// includes the tail.
const AREA: f64 = 0.004_928_673_233_99;

/// Layers of equal area, from the lowest and widest up.
#[derive(Debug)]
pub(super) struct Ziggurat {
    /// Half the width of each layer, and 0 above the topmost. The lowest is as wide
    /// as if the tail were part of its rectangle.
    widths: [f64; 257],
    /// `exp(-x²/2)` at these widths.
    heights: [f64; 257],
}

impl Ziggurat {
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

    /// A normal variate of mean 0 and standard deviation 1.
    #[inline]
    pub(super) fn draw(&self, rng: &mut impl Rng) -> f64 {
        loop {
            let bits = rng.next_u64();
            // The lowest bits choose the layer, the highest the position in it.
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

    /// Decides about an `x` that lies outside the layer above.
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
mod tests;
