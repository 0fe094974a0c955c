//! Chooses muted colours for any number of continents, different from those of adjacent ones.

use crate::Rgb;
use crate::keys::oklab;

/// The palette of Okabe and Ito, then other muted colours.
const PALETTE: [u32; 18] = [
    0xE6_9F00, 0x56_B4E9, 0x00_9E73, 0xF0_E442, 0xCC_79A7, 0x00_72B2, 0xD5_5E00, 0x7A_9A01,
    0x94_67BD, 0x8C_5A00, 0x2A_A6A6, 0xB0_3A48, 0x5B_6FB5, 0x4E_7A3A, 0xE8_8E7D, 0xB8_A04C,
    0x80_3060, 0x7F_C8A0,
];

/// Squared distance in Oklab above which two colours are easy to distinguish.
const CLEAR: f32 = 0.03;

/// A colour for each continent; `links` are pairs of adjacent continents.
pub(super) fn choose(count: usize, links: &[(u16, u16)]) -> Vec<Rgb> {
    let places = PALETTE.map(|colour| oklab(Rgb::from_u32(colour)));
    let apart = |a: usize, b: usize| -> f32 {
        let pairs = places[a].into_iter().zip(places[b]);
        pairs.map(|(a, b)| (a - b) * (a - b)).sum()
    };
    let mut used = [0_usize; PALETTE.len()];
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    for own in 0..count {
        let beside: Vec<usize> = links
            .iter()
            .filter_map(|&(a, b)| match (usize::from(a), usize::from(b)) {
                (a, b) if a == own && b < own => Some(chosen[b]),
                (a, b) if b == own && a < own => Some(chosen[a]),
                _ => None,
            })
            .collect();
        // Among the least used colours the first that is clearly different, else the farthest.
        let nearest = |at: usize| {
            let apart = beside.iter().map(|&other| apart(at, other));
            apart.fold(CLEAR, f32::min)
        };
        let order = |at: usize| (beside.contains(&at), used[at]);
        let best = (0..PALETTE.len()).min_by(|&a, &b| {
            let far = nearest(b).total_cmp(&nearest(a));
            order(a).cmp(&order(b)).then(far).then(a.cmp(&b))
        });
        let best = best.unwrap_or(0);
        used[best] += 1;
        chosen.push(best);
    }
    chosen
        .into_iter()
        .map(|at| Rgb::from_u32(PALETTE[at]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_continents_get_different_colours() {
        let links: Vec<(u16, u16)> = (0..60).flat_map(|a| [(a, a + 1), (a, a + 3)]).collect();
        let colours = choose(64, &links);
        for &(a, b) in &links {
            let [a, b] = [a, b].map(|at| oklab(colours[usize::from(at)]));
            let apart: f32 = a.into_iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
            assert!(apart > 0.01, "{apart}");
        }
        assert_eq!(choose(3, &[])[0], Rgb::new(0xE6, 0x9F, 0x00));
    }
}
