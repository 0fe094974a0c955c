//! Random numbers and noise that are the same on every machine: integers only.

/// A stream of random numbers: `SplitMix64` (Steele, Lea and Flood 2014).
#[derive(Debug, Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    /// The stream of a seed. Streams for different purposes are independent.
    pub(crate) fn new(seed: u64, purpose: u64) -> Self {
        Self(mix(seed ^ mix(purpose)))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number from 0 up to but not including `end`; 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// Shuffles items (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Mixes all bits of a number: the finaliser of `SplitMix64`.
pub(crate) const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// One, in the fixed-point numbers of noise.
pub(crate) const ONE: i32 = 1 << BITS;
const BITS: u32 = 10;

/// Gradient noise (Perlin 1985) over the plane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noise(u64);

/// Sixteen directions, each [`ONE`] long.
const DIRECTIONS: [(i32, i32); 16] = [
    (1024, 0),
    (946, 392),
    (724, 724),
    (392, 946),
    (0, 1024),
    (-392, 946),
    (-724, 724),
    (-946, 392),
    (-1024, 0),
    (-946, -392),
    (-724, -724),
    (-392, -946),
    (0, -1024),
    (392, -946),
    (724, -724),
    (946, -392),
];

impl Noise {
    pub(crate) fn new(seed: u64, purpose: u64) -> Self {
        Self(mix(seed ^ mix(purpose ^ 0x006E_6F69_7365)))
    }

    /// About -[`ONE`] to [`ONE`], 0 on average; features are about `period` pixels across, from 1
    /// to 2²⁰.
    pub(crate) fn at(self, x: i32, y: i32, period: i32) -> i32 {
        let scaled = |v: i32| (i64::from(v) << BITS).div_euclid(i64::from(period));
        let (x, y) = (scaled(x), scaled(y));
        let (left, top) = ((x >> BITS) as i32, (y >> BITS) as i32);
        let (dx, dy) = (
            (x & i64::from(ONE - 1)) as i32,
            (y & i64::from(ONE - 1)) as i32,
        );
        let corner = |i: i32, j: i32| {
            let place = (u64::from((left + i) as u32) << 32) | u64::from((top + j) as u32);
            let (gx, gy) = DIRECTIONS[(mix(self.0 ^ mix(place)) & 15) as usize];
            (gx * (dx - i * ONE) + gy * (dy - j * ONE)) >> BITS
        };
        let ease = |t: i32| (((t * t) >> BITS) * (3 * ONE - 2 * t)) >> BITS;
        let blend = |a: i32, b: i32, share: i32| a + (((b - a) * share) >> BITS);
        let (u, v) = (ease(dx), ease(dy));
        let above = blend(corner(0, 0), corner(1, 0), u);
        let below = blend(corner(0, 1), corner(1, 1), u);
        // The middle of a cell is at most √½ from its corners.
        (blend(above, below, v) * 181) >> 7
    }

    /// A sum of noises, each half as strong and half as wide as the one before, down to a width of
    /// `finest` pixels; about -[`ONE`] to [`ONE`].
    pub(crate) fn fractal(self, x: i32, y: i32, period: i32, finest: i32) -> i32 {
        let (mut sum, mut most) = (0, 0);
        let (mut period, mut strength) = (period, 64);
        let mut seed = self.0;
        while strength > 0 && (period >= finest || most == 0) {
            sum += Self(seed).at(x, y, period.max(1)) * strength;
            most += strength;
            strength /= 2;
            period /= 2;
            seed = mix(seed);
        }
        sum / most.max(1) * 3 / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_even_and_known() {
        let noise = Noise::new(7, 1);
        let mut sum = 0_i64;
        let (mut least, mut most) = (0, 0);
        for y in -100..100 {
            for x in -100..100 {
                let here = noise.at(x, y, 40);
                assert!((here - noise.at(x + 1, y, 40)).abs() < ONE / 8, "{x} {y}");
                sum += i64::from(here);
                least = least.min(here);
                most = most.max(here);
            }
        }
        assert!((sum / 40_000).abs() < i64::from(ONE) / 8, "{sum}");
        assert!(least < -ONE / 2 && most > ONE / 2, "{least} {most}");
        assert!(
            least >= -ONE * 5 / 4 && most <= ONE * 5 / 4,
            "{least} {most}"
        );
    }

    #[test]
    fn streams_depend_on_seed_and_purpose() {
        let draw = |seed, purpose| {
            let mut chance = Chance::new(seed, purpose);
            [0; 4].map(|_: u8| chance.below(1000))
        };
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(2, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        let mut chance = Chance::new(3, 3);
        let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
        chance.shuffle(&mut items);
        let mut sorted = items;
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(Chance::new(1, 1).below(0), 0);
    }
}
