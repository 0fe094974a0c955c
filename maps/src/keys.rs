//! Chooses key colours that are easy to distinguish, deterministically.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
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

/// Cells along each axis of Oklab; sRGB lies within 1 of black and 0.4 of grey.
const SIDE: usize = 34;

/// The cell of a colour along each axis, at least one from the ends.
fn cell([l, a, b]: [f32; 3]) -> [usize; 3] {
    // The float to integer cast saturates.
    [l, a + 0.5, b + 0.5].map(|at| ((at * 32.0) as usize + 1).min(SIDE - 2))
}

fn index([l, a, b]: [usize; 3]) -> usize {
    (l * SIDE + a) * SIDE + b
}

/// Colours to avoid.
struct Avoided {
    all: Vec<[f32; 3]>,
    /// Those known at first, by cell.
    by_cell: Vec<[f32; 3]>,
    /// Where each cell starts there, then the number of colours.
    firsts: Vec<u32>,
}

impl Avoided {
    fn new(all: Vec<[f32; 3]>) -> Self {
        let mut firsts = vec![0; SIDE.pow(3) + 1];
        let cells: Vec<usize> = all.iter().map(|&place| index(cell(place))).collect();
        for &cell in &cells {
            firsts[cell] += 1;
        }
        let mut sum = 0;
        for first in &mut firsts {
            sum += *first;
            *first = sum;
        }
        let mut by_cell = all.clone();
        for (&place, cell) in all.iter().zip(cells) {
            firsts[cell] -= 1;
            by_cell[firsts[cell] as usize] = place;
        }
        Self {
            all,
            by_cell,
            firsts,
        }
    }

    /// The colours in a cell that were known at first.
    fn within(&self, cells: RangeInclusive<usize>) -> &[[f32; 3]] {
        let ends = [*cells.start(), cells.end() + 1].map(|cell| self.firsts[cell] as usize);
        &self.by_cell[ends[0]..ends[1]]
    }

    /// Some nearby colours: first those in the same cell, then those in it and the adjacent ones.
    fn near(&self, place: [f32; 3]) -> impl Iterator<Item = &[f32; 3]> {
        let [l, a, b] = cell(place);
        let rows = (l - 1..=l + 1).flat_map(move |l| (a - 1..=a + 1).map(move |a| (l, a)));
        let around =
            rows.flat_map(move |(l, a)| self.within(index([l, a, b - 1])..=index([l, a, b + 1])));
        let own = index([l, a, b]);
        self.within(own..=own).iter().chain(around)
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
    /// Examines avoided colours, nearby ones first, until one is nearer than `enough`; returns
    /// whether there is none.
    fn is_as_far(&mut self, avoided: &Avoided, enough: f32) -> bool {
        if self.looked == 0 && self.nearest >= enough {
            for &other in avoided.near(self.place) {
                self.nearest = self.nearest.min(apart(other, self.place));
                if self.nearest < enough {
                    return false;
                }
            }
        }
        while self.nearest >= enough && self.looked < avoided.all.len() {
            self.nearest = self
                .nearest
                .min(apart(avoided.all[self.looked], self.place));
            self.looked += 1;
        }
        self.nearest >= enough
    }

    /// Neither nearly black nor nearly grey nor nearly white.
    fn is_pleasant(&self) -> bool {
        let [light, a, b] = self.place;
        (0.4..0.93).contains(&light) && a * a + b * b > 0.003
    }
}

/// The candidates in a cell.
struct Cell<'a> {
    all: &'a [Candidate],
    /// Copies of those that may be chosen, made when first examined.
    examined: Option<Vec<Candidate>>,
    /// The squared distance that none of them exceeds.
    bound: f32,
}

impl<'a> Cell<'a> {
    fn new(all: &'a [Candidate], avoided: &Avoided) -> Self {
        let mut cell = Self {
            all,
            examined: None,
            bound: f32::INFINITY,
        };
        let own = index(self::cell(all[0].place));
        for &place in avoided.within(own..=own) {
            cell.avoid(place);
        }
        cell
    }

    /// Lowers the bound for a colour to avoid.
    fn avoid(&mut self, place: [f32; 3]) {
        let middle = cell(self.all[0].place).map(|at| (at as f32 - 0.5) / 32.0);
        let middle = [middle[0], middle[1] - 0.5, middle[2] - 0.5];
        // To the corner opposite, and a bit more for rounding.
        let across = place.iter().zip(middle);
        let across = across.map(|(at, middle)| ((at - middle).abs() + 0.5001 / 32.0).powi(2));
        self.bound = self.bound.min(across.sum());
    }
}

/// Black, white and greys.
fn greys() -> impl Iterator<Item = [f32; 3]> {
    (0..=5).map(|i| oklab(Rgb([i * 51; 3])))
}

/// Colours all over sRGB, `step` apart, that are not too close to grey, by cell.
fn candidates(step: usize) -> Vec<Vec<Candidate>> {
    let levels = || (0..=255_u16).step_by(step).map(|level| level as u8);
    let colours =
        levels().flat_map(|r| levels().flat_map(move |g| levels().map(move |b| Rgb::new(r, g, b))));
    let greys: Vec<_> = greys().collect();
    let mut by_cell: BTreeMap<[usize; 3], Vec<Candidate>> = BTreeMap::new();
    for colour in colours {
        let place = oklab(colour);
        let nearest = greys.iter().map(|&grey| apart(grey, place));
        let nearest = nearest.fold(f32::INFINITY, f32::min);
        if nearest > TOO_NEAR {
            by_cell.entry(cell(place)).or_default().push(Candidate {
                colour,
                place,
                nearest,
                looked: 0,
            });
        }
    }
    by_cell.into_values().collect()
}

/// A few thousand candidates.
static FEW: LazyLock<Vec<Vec<Candidate>>> = LazyLock::new(|| candidates(15));
/// Tens of thousands of candidates.
static MANY: LazyLock<Vec<Vec<Candidate>>> = LazyLock::new(|| candidates(6));

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
/// for thousands of colours, 80,000. Cells of Oklab with an avoided colour so near that none of
/// their candidates can be the furthest are left out, and a candidate is compared, nearby colours
/// first, only until it cannot be the furthest any more. So one colour in addition to 5,000 takes
/// about a millisecond.
pub fn distinct(count: usize, avoid: &[Rgb]) -> Vec<Rgb> {
    if count == 0 {
        return Vec::new();
    }
    let avoid = avoid.iter().copied().map(oklab);
    let mut avoided = Avoided::new(greys().chain(avoid).collect());
    let all = if count <= 2_000 { &*FEW } else { &*MANY };
    let may_have_room = |cell: &&Vec<_>| Cell::new(cell, &avoided).bound > TOO_NEAR;
    let roomy = all.iter().filter(may_have_room).map(|cell| {
        let mut cell = cell.clone();
        cell.retain_mut(|of| of.is_as_far(&avoided, TOO_NEAR) && of.nearest > TOO_NEAR);
        cell
    });
    let roomy: Vec<Vec<Candidate>> = roomy.filter(|cell| !cell.is_empty()).collect();
    let has_room = roomy.iter().map(Vec::len).sum::<usize>() >= count;
    let all = if has_room { &roomy } else { &*MANY };
    let pleasant = all.iter().flatten().filter(|of| of.is_pleasant());
    let must_please = pleasant.take(4 * count + 1).count() > 4 * count;
    let mut cells: Vec<Cell<'_>> = all.iter().map(|own| Cell::new(own, &avoided)).collect();
    // The furthest is probably in a cell without any to avoid.
    cells.sort_unstable_by(|a, b| b.bound.total_cmp(&a.bound));
    let mut chosen = Vec::with_capacity(count);
    while chosen.len() < count {
        let mut furthest = 0.0;
        let mut best = None::<(usize, Rgb, [f32; 3])>;
        for (at, cell) in cells.iter_mut().enumerate() {
            if cell.bound < furthest {
                continue;
            }
            let may_be = |of: &&Candidate| !must_please || of.is_pleasant();
            let examined = || cell.all.iter().filter(may_be).cloned().collect();
            for candidate in cell.examined.get_or_insert_with(examined) {
                // Of those equally far, the first.
                let is_first = best.is_some_and(|(_, colour, _)| candidate.colour < colour);
                if candidate.is_as_far(&avoided, furthest)
                    && (candidate.nearest > furthest || is_first)
                {
                    furthest = candidate.nearest;
                    best = Some((at, candidate.colour, candidate.place));
                }
            }
        }
        let Some((at, colour, place)) = best else {
            break;
        };
        cells[at].avoid(place);
        avoided.all.push(place);
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
            let mut avoided = Avoided::new(avoid[1..].to_vec());
            avoided.all.push(avoid[0]);
            for candidate in FEW.iter().flatten() {
                let all = avoid.iter().map(|&other| apart(other, candidate.place));
                let nearest = all.fold(candidate.nearest, f32::min);
                for enough in [0.0, 0.001, TOO_NEAR, 0.1] {
                    let mut looked = candidate.clone();
                    assert_eq!(looked.is_as_far(&avoided, enough), nearest >= enough);
                    assert!(nearest < enough || looked.nearest.to_bits() == nearest.to_bits());
                }
            }
        }
    }

    /// [`distinct`], but compares every candidate with every colour.
    fn plain(count: usize, avoid: &[Rgb]) -> Vec<Rgb> {
        let avoid: Vec<_> = avoid.iter().map(|&of| oklab(of)).collect();
        let measured = |all: &[Vec<Candidate>]| {
            let mut all: Vec<Candidate> = all.iter().flatten().cloned().collect();
            all.sort_by_key(|of| of.colour);
            for of in &mut all {
                let nearest = avoid.iter().map(|&other| apart(other, of.place));
                of.nearest = nearest.fold(of.nearest, f32::min);
            }
            all
        };
        let mut all = measured(&FEW);
        all.retain(|of| of.nearest > TOO_NEAR);
        if all.len() < count {
            all = measured(&MANY);
        }
        all.retain(Candidate::is_pleasant);
        let choose = |_| {
            // The last of equals is the maximum.
            let furthest = all.iter().rev();
            let furthest = furthest.max_by(|a, b| a.nearest.total_cmp(&b.nearest));
            let Candidate { colour, place, .. } = furthest.cloned().unwrap();
            for of in &mut all {
                of.nearest = of.nearest.min(apart(of.place, place));
            }
            colour
        };
        (0..count).map(choose).collect()
    }

    #[test]
    fn the_furthest_candidates_are_chosen() {
        let random = (0..1_500_u32).map(|at| Rgb::from_u32(at.wrapping_mul(2_654_435_761) >> 8));
        let random: Vec<Rgb> = random.collect();
        for (count, avoid) in [(60, &random[..0]), (20, &random[..200]), (7, &random)] {
            assert_eq!(distinct(count, avoid), plain(count, avoid));
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
