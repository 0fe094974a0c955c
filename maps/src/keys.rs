//! Key colours that nobody confuses, chosen without chance.

use crate::Rgb;

/// How much red, green and blue light a colour of sRGB stands for, each from 0 to 1.
pub fn linear(colour: Rgb) -> [f32; 3] {
    colour.0.map(|byte| {
        let value = f32::from(byte) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            libm::powf((value + 0.055) / 1.055, 2.4)
        }
    })
}

/// A colour in Oklab (B. Ottosson 2020), where distances are about as large
/// as they look: black and white are 1 apart.
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

/// `count` colours as far from each other and from those to avoid as the eye
/// can tell; black, white and greys are always avoided, since separators, seas
/// and their anti-aliasing have those. The same count gives the same colours,
/// and as a rule a smaller count a prefix of them.
///
/// Each next colour is the one furthest from all before; up to some hundreds,
/// very dark and very pale ones are left out. Time: `count` times
/// the number of candidates, 5,000 (a millisecond for a world map) or, above
/// 2,000 colours, 50,000.
pub fn distinct(count: usize, avoid: &[Rgb]) -> Vec<Rgb> {
    let step = if count <= 2_000 { 15 } else { 6 };
    let levels = || (0..=255_u16).step_by(step).map(|level| level as u8);
    let candidates =
        levels().flat_map(|r| levels().flat_map(move |g| levels().map(move |b| Rgb::new(r, g, b))));
    let greys = (0..=5).map(|i| Rgb([i * 51; 3]));
    let avoided: Vec<_> = avoid.iter().copied().chain(greys).map(oklab).collect();
    let mut candidates: Vec<(Rgb, [f32; 3], f32)> = candidates
        .map(|colour| {
            let place = oklab(colour);
            let nearest = avoided
                .iter()
                .map(|&a| apart(a, place))
                .fold(f32::INFINITY, f32::min);
            (colour, place, nearest)
        })
        // Too near to the sea to be told from it at a glance.
        .filter(|(_, _, nearest)| *nearest > 0.004)
        .collect();
    // Neither nearly black nor nearly grey nor nearly white, if there are
    // enough others.
    let pleasant = |[light, a, b]: [f32; 3]| (0.4..0.93).contains(&light) && a * a + b * b > 0.003;
    if candidates
        .iter()
        .filter(|(_, place, _)| pleasant(*place))
        .count()
        > 4 * count
    {
        candidates.retain(|(_, place, _)| pleasant(*place));
    }
    let mut chosen = Vec::with_capacity(count);
    while chosen.len() < count {
        let best = candidates
            .iter()
            .enumerate()
            .max_by(|(i, a), (j, b)| a.2.total_cmp(&b.2).then(j.cmp(i)));
        let Some((at, &(colour, place, _))) = best else {
            break;
        };
        chosen.push(colour);
        candidates.swap_remove(at);
        for (_, other, nearest) in &mut candidates {
            *nearest = nearest.min(apart(place, *other));
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn they_are_many_distinct_and_far_from_the_sea() {
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
