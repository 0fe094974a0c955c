//! Chooses key colours that are easy to distinguish, deterministically.

use std::sync::LazyLock;

use crate::Rgb;

/// Linear light of an sRGB byte, from 0 to 1.
static LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let value = byte as f32 / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            libm::powf((value + 0.055) / 1.055, 2.4)
        }
    })
});

/// Linear red, green and blue of an sRGB colour, each from 0 to 1.
pub fn linear(colour: Rgb) -> [f32; 3] {
    colour.0.map(|byte| LIGHT[usize::from(byte)])
}

/// A colour in Oklab (B. Ottosson 2020), where distances correspond to perception: black and white
/// are 1 apart.
#[expect(
    clippy::many_single_char_names,
    reason = "the letters of colour spaces"
)]
pub fn oklab(colour: Rgb) -> [f32; 3] {
    let [r, g, b] = linear(colour);
    let l = libm::cbrtf(0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b);
    let m = libm::cbrtf(0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b);
    let s = libm::cbrtf(0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b);
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Colours to avoid, as a list and by cell of Oklab.
struct Avoided {
    all: Vec<[f32; 3]>,
    cells: Vec<Vec<[f32; 3]>>,
}

impl Avoided {
    /// Cells along each axis; sRGB lies within 1 of black and 0.4 of grey.
    const SIDE: usize = 34;

    fn new(places: impl Iterator<Item = [f32; 3]>) -> Self {
        let mut avoided = Self {
            all: Vec::new(),
            cells: vec![Vec::new(); Self::SIDE.pow(3)],
        };
        places.for_each(|place| avoided.push(place));
        avoided
    }

    fn push(&mut self, place: [f32; 3]) {
        let [l, a, b] = Self::cell(place);
        self.cells[Self::index(l, a, b)].push(place);
        self.all.push(place);
    }

    fn cell([l, a, b]: [f32; 3]) -> [usize; 3] {
        // The float to integer cast saturates.
        [l, a + 0.5, b + 0.5].map(|at| ((at * 32.0) as usize + 1).min(Self::SIDE - 2))
    }

    fn index(l: usize, a: usize, b: usize) -> usize {
        (l * Self::SIDE + a) * Self::SIDE + b
    }

    /// Some nearby colours: first those in the same cell, then those in it and the adjacent ones.
    fn near(&self, place: [f32; 3]) -> impl Iterator<Item = &[f32; 3]> {
        let [l, a, b] = Self::cell(place);
        let rows = (l - 1..=l + 1).flat_map(move |l| (a - 1..=a + 1).map(move |a| (l, a)));
        let around = rows.map(move |(l, a)| Self::index(l, a, b - 1)..=Self::index(l, a, b + 1));
        let around = around.flat_map(|cells| self.cells[cells].iter().flatten());
        self.cells[Self::index(l, a, b)].iter().chain(around)
    }
}

/// A colour that may be chosen.
#[derive(Clone)]
struct Candidate {
    colour: Rgb,
    place: [f32; 3],
    /// Squared distance of the nearest avoided colour examined so far.
    nearest: f32,
    /// How many avoided colours were examined, besides some nearby ones.
    looked: usize,
}

impl Candidate {
    /// Examines avoided colours, nearby ones first, until one is no further than `enough`; returns
    /// whether there is none.
    fn is_further(&mut self, avoided: &Avoided, enough: f32) -> bool {
        if self.looked == 0 && self.nearest > enough {
            for &other in avoided.near(self.place) {
                self.nearest = self.nearest.min(apart(other, self.place));
                if self.nearest <= enough {
                    return false;
                }
            }
        }
        while self.nearest > enough && self.looked < avoided.all.len() {
            self.nearest = self
                .nearest
                .min(apart(avoided.all[self.looked], self.place));
            self.looked += 1;
        }
        self.nearest > enough
    }

    /// Neither nearly black nor nearly grey nor nearly white.
    fn is_pleasant(&self) -> bool {
        let [light, a, b] = self.place;
        (0.4..0.93).contains(&light) && a * a + b * b > 0.003
    }
}

/// Black, white and greys.
fn greys() -> impl Iterator<Item = [f32; 3]> {
    (0..=5).map(|i| oklab(Rgb([i * 51; 3])))
}

/// Colours all over sRGB, `step` apart, that are not too close to grey.
fn candidates(step: usize) -> Vec<Candidate> {
    let levels = || (0..=255_u16).step_by(step).map(|level| level as u8);
    let colours =
        levels().flat_map(|r| levels().flat_map(move |g| levels().map(move |b| Rgb::new(r, g, b))));
    let greys: Vec<_> = greys().collect();
    let candidates = colours.map(|colour| {
        let place = oklab(colour);
        let nearest = greys.iter().map(|&grey| apart(grey, place));
        Candidate {
            colour,
            place,
            nearest: nearest.fold(f32::INFINITY, f32::min),
            looked: 0,
        }
    });
    candidates.filter(|of| of.nearest > TOO_NEAR).collect()
}

/// A few thousand candidates.
static FEW: LazyLock<Vec<Candidate>> = LazyLock::new(|| candidates(15));
/// Tens of thousands of candidates.
static MANY: LazyLock<Vec<Candidate>> = LazyLock::new(|| candidates(6));

/// The squared distance below which colours are hard to distinguish at a glance.
const TOO_NEAR: f32 = 0.004;

/// Returns `count` colours as far as possible from each other and from those to avoid. Black, white
/// and greys are always avoided, because separators, seas and their anti-aliasing use them. The
/// same count gives the same colours, and usually a smaller count gives a prefix of them. Beyond
/// about 60,000 there are fewer.
///
/// Each colour is the one furthest from all previous ones; up to a few hundred, very dark and very
/// pale ones are left out. If the colours to avoid leave no room, they are merely not repeated.
/// Takes at most `count` times the number of candidates, 5,000 (a millisecond for a world map) or,
/// for thousands of colours, 80,000. A candidate is compared, nearby colours first, only until it
/// cannot be the furthest any more, so one colour in addition to 5,000 takes a few milliseconds.
pub fn distinct(count: usize, avoid: &[Rgb]) -> Vec<Rgb> {
    if count == 0 {
        return Vec::new();
    }
    let mut avoided = Avoided::new(greys().chain(avoid.iter().copied().map(oklab)));
    let mut all = if count <= 2_000 {
        FEW.clone()
    } else {
        MANY.clone()
    };
    let roomy = |candidate: &mut Candidate| candidate.is_further(&avoided, TOO_NEAR);
    let room = all.iter_mut().map(roomy);
    if room.filter(|&is_roomy| is_roomy).count() < count {
        all.clone_from(&MANY);
    } else {
        all.retain_mut(roomy);
    }
    let is_pleasant = |candidate: &&Candidate| candidate.is_pleasant();
    if all.iter().filter(is_pleasant).count() > 4 * count {
        all.retain(Candidate::is_pleasant);
    }
    let mut chosen = Vec::with_capacity(count);
    while chosen.len() < count {
        let mut furthest = 0.0;
        let mut best = None;
        for candidate in &mut all {
            if candidate.is_further(&avoided, furthest) {
                furthest = candidate.nearest;
                best = Some((candidate.colour, candidate.place));
            }
        }
        let Some((colour, place)) = best else { break };
        avoided.push(place);
        chosen.push(colour);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_far_from_the_sea() {
        for count in [1, 42, 500, 3_000] {
            let keys = distinct(count, &[Rgb::new(40, 90, 160)]);
            assert_eq!(keys.len(), count);
            assert_eq!(keys.iter().collect::<HashSet<_>>().len(), count);
            for key in &keys {
                for other in [Rgb::WHITE, Rgb::BLACK, Rgb::new(40, 90, 160)] {
                    assert!(key.distance_squared(other) > 300, "{key} is like {other}");
                }
            }
        }
    }

    #[test]
    fn more_keys_are_found_beside_thousands() {
        let many = distinct(2_500, &[Rgb::WHITE]);
        assert_eq!(many.len(), 2_500);
        let more = distinct(20, &many);
        assert_eq!(more.len(), 20);
        let all: HashSet<_> = many.iter().chain(&more).collect();
        assert_eq!(all.len(), 2_520);
    }

    #[test]
    fn the_nearest_avoided_colour_is_found() {
        let few = [Rgb::WHITE, Rgb::new(250, 10, 250), Rgb::new(0, 255, 0)];
        let many: Vec<Rgb> = distinct(300, &few).into_iter().chain(few).collect();
        for avoid in [&few[..], &many] {
            let avoid: Vec<_> = avoid.iter().map(|&colour| oklab(colour)).collect();
            let mut avoided = Avoided::new(avoid[1..].iter().copied());
            avoided.push(avoid[0]);
            for candidate in FEW.iter() {
                let all = avoid.iter().map(|&other| apart(other, candidate.place));
                let nearest = all.fold(candidate.nearest, f32::min);
                for enough in [0.0, 0.001, TOO_NEAR, 0.1] {
                    let mut looked = candidate.clone();
                    assert_eq!(looked.is_further(&avoided, enough), nearest > enough);
                    assert!(nearest <= enough || looked.nearest.to_bits() == nearest.to_bits());
                }
            }
        }
    }

    #[test]
    fn a_world_of_keys_stays_far_apart() {
        let keys = distinct(42, &[Rgb::WHITE]);
        for (i, a) in keys.iter().enumerate() {
            for b in &keys[..i] {
                assert!(apart(oklab(*a), oklab(*b)) > 0.012, "{a} is like {b}");
            }
        }
        assert_eq!(keys[..10], distinct(10, &[Rgb::WHITE]));
    }
}
