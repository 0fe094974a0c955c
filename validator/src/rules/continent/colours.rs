//! Continents with indistinguishable colours, and new colours for them.

use std::collections::HashMap;

use marchland_maps::Rgb;
use marchland_maps::keys::{linear, oklab};
use marchland_maps::picture::{SEA, SHALLOW};

use crate::rules::prelude::*;

/// A finding for each pair of linked continents whose colours are `alike`; `what` is the
/// predicate of the message.
pub(crate) fn joined_alike(
    subject: &Subject<'_>,
    rule: &'static Rule,
    alike: impl Fn(Rgb, Rgb) -> bool,
    what: &str,
) -> Vec<Finding> {
    let colour = |at: usize| subject.continent(at).colour;
    let mut palette = None;
    let mut given: HashMap<usize, Rgb> = HashMap::new();
    let mut new_colour = |at: usize| {
        let palette = palette.get_or_insert_with(|| Palette::new(in_use(subject)));
        *given.entry(at).or_insert_with(|| palette.next())
    };
    joined_pairs(subject)
        .into_iter()
        .filter(|&(a, b)| colour(a).zip(colour(b)).is_some_and(|(a, b)| alike(a, b)))
        .map(|(a, b)| {
            let (first, second) = (subject.continent_name(a), subject.continent_name(b));
            rule.finding(format!("{first} and {second} {what}"))
                .about([subject.continent_entity(a), subject.continent_entity(b)])
                .at(subject.continent_place(b))
                .attribute("colour")
                .fix(recoloured(subject, b, new_colour(b)))
        })
        .collect()
}

/// Pairs of linked continents, ascending, with the smaller index first.
fn joined_pairs(subject: &Subject<'_>) -> Vec<(usize, usize)> {
    let mut pairs: Vec<_> = subject
        .graph
        .links()
        .iter()
        .filter_map(|link| {
            let (a, b) = (subject.continent_of(link.a)?, subject.continent_of(link.b)?);
            (a != b).then_some((a.min(b), a.max(b)))
        })
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Colours that are distinguishable with any kind of colour vision, after Okabe and Ito
/// (2008), and darker and lighter variants.
const PALETTE: [Rgb; 14] = [
    Rgb::new(0xE6, 0x9F, 0x00),
    Rgb::new(0x56, 0xB4, 0xE9),
    Rgb::new(0x00, 0x9E, 0x73),
    Rgb::new(0xF0, 0xE4, 0x42),
    Rgb::new(0x00, 0x72, 0xB2),
    Rgb::new(0xD5, 0x5E, 0x00),
    Rgb::new(0xCC, 0x79, 0xA7),
    Rgb::new(0x99, 0x99, 0x99),
    Rgb::new(0x8C, 0x5A, 0x00),
    Rgb::new(0x00, 0x4D, 0x73),
    Rgb::new(0x00, 0x5C, 0x44),
    Rgb::new(0x80, 0x30, 0x60),
    Rgb::new(0xB8, 0xDE, 0xF5),
    Rgb::new(0xF5, 0xD0, 0xE2),
];

/// Generates colours: each as different as possible from all used and generated ones,
/// both for normal vision and for deuteranopia.
struct Palette {
    /// Each with its deuteranopic appearance and its distance to the nearest used colour.
    candidates: Vec<(Rgb, Rgb, f64)>,
}

impl Palette {
    /// Colours at this distance are clearly different. [`PALETTE`] is preferred as long
    /// as it has such a colour.
    const CLEAR: f64 = 0.12;

    fn new(used: impl IntoIterator<Item = Rgb>) -> Self {
        // The palette and all mixtures of six shades per channel.
        const SHADES: [u8; 6] = [0x00, 0x33, 0x66, 0x99, 0xCC, 0xFF];
        let mixtures = SHADES.iter().flat_map(|&r| {
            let greens = SHADES.iter();
            greens.flat_map(move |&g| SHADES.iter().map(move |&b| Rgb::new(r, g, b)))
        });
        let mut palette = Self {
            candidates: PALETTE
                .into_iter()
                .chain(mixtures)
                .map(|colour| (colour, without_green(colour), f64::INFINITY))
                .collect(),
        };
        used.into_iter().for_each(|colour| palette.take(colour));
        palette
    }

    fn take(&mut self, colour: Rgb) {
        let seen = without_green(colour);
        for (candidate, candidate_seen, nearest) in &mut self.candidates {
            let apart = difference(*candidate, colour).min(difference(*candidate_seen, seen));
            *nearest = nearest.min(apart);
        }
    }

    /// The next colour.
    fn next(&mut self) -> Rgb {
        let farthest = |list: &[(Rgb, Rgb, f64)]| {
            let mut best = list[0];
            for &one in list {
                if one.2 > best.2 {
                    best = one;
                }
            }
            best
        };
        let mut best = farthest(&self.candidates[..PALETTE.len()]);
        if best.2 < Self::CLEAR {
            best = farthest(&self.candidates);
        }
        self.take(best.0);
        best.0
    }
}

/// The colours in use: those of continents, of the mask's background, and of the sea in
/// pictures.
fn in_use(subject: &Subject<'_>) -> impl Iterator<Item = Rgb> {
    let continents = subject.continents().filter_map(|(_, one)| one.colour);
    let mask = subject.draft.mask.iter();
    let background = mask.flat_map(|mask| &mask.background).copied();
    continents.chain(background).chain([SEA, SHALLOW])
}

/// The fix that changes a continent's colour.
fn recoloured(subject: &Subject<'_>, at: usize, colour: Rgb) -> Fix {
    Fix::guess(
        format!("Give {} the colour {colour}", subject.continent_name(at)),
        [Edit::Continent(
            subject.continent(at).key,
            ContinentField::Colour(Some(colour)),
        )],
    )
}

/// Distance of two colours in Oklab: 1 for black and white; about 0.02 is noticeable side
/// by side.
pub(crate) fn difference(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (oklab(a), oklab(b));
    let squares = (0..3).map(|i| f64::from(a[i] - b[i]).powi(2));
    squares.sum::<f64>().sqrt()
}

/// The appearance of a colour with deuteranopia, by the matrix of Machado, Oliveira and
/// Fernandes (2009) in linear light.
pub(crate) fn without_green(colour: Rgb) -> Rgb {
    const DEUTERANOPIA: [[f64; 3]; 3] = [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ];
    let light = linear(colour).map(f64::from);
    Rgb(DEUTERANOPIA.map(|row| {
        let seen: f64 = row
            .iter()
            .zip(light)
            .map(|(part, light)| part * light)
            .sum();
        let light = seen.clamp(0.0, 1.0);
        let value = if light <= 0.003_130_8 {
            12.92 * light
        } else {
            1.055 * light.powf(1.0 / 2.4) - 0.055
        };
        (value * 255.0).round() as u8
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_distances_in_oklab() {
        assert!((difference(Rgb::BLACK, Rgb::WHITE) - 1.0).abs() < 1e-5);
        assert!(difference(Rgb::WHITE, Rgb::WHITE) < 1e-12);
        // Red and green of equal lightness collapse; blue and yellow do not.
        let (red, green) = (Rgb::new(200, 80, 80), Rgb::new(120, 120, 80));
        assert!(
            difference(red, green) > 2.0 * difference(without_green(red), without_green(green))
        );
        let (blue, yellow) = (Rgb::new(0, 114, 178), Rgb::new(240, 228, 66));
        assert!(difference(without_green(blue), without_green(yellow)) > 0.3);
    }

    #[test]
    fn generated_colours_differ_from_all_others() {
        let alike =
            |a, b| difference(a, b) < 0.05 || difference(without_green(a), without_green(b)) < 0.05;
        let blue = Rgb::new(0x56, 0xB4, 0xE9);
        let mut used = vec![blue, Rgb::WHITE];
        let mut palette = Palette::new(used.iter().copied());
        for _ in 0..24 {
            let next = palette.next();
            let other = used.iter().find(|&&other| alike(next, other));
            assert_eq!(other, None, "{next} after {used:?}");
            used.push(next);
        }
    }
}
