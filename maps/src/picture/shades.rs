//! Which land is painted in which shade.

use std::collections::BTreeSet;

use super::Plan;
use crate::{Draft, Rgb};

/// Hues of continents without a colour of their own, told apart by most eyes.
const CONTINENTS: [Rgb; 8] = [
    Rgb::new(0xD9, 0xA4, 0x41),
    Rgb::new(0x4F, 0x7C, 0xC4),
    Rgb::new(0x5F, 0x9E, 0x5B),
    Rgb::new(0xC9, 0x62, 0x4F),
    Rgb::new(0x94, 0x68, 0xB0),
    Rgb::new(0x3F, 0x9C, 0x98),
    Rgb::new(0xB5, 0x83, 0x4A),
    Rgb::new(0x7A, 0x7A, 0x8C),
];

/// The colour of a continent, by its place in the draft, as the author or our
/// palette has it.
pub(super) fn continent_colour(draft: &Draft, at: usize) -> Rgb {
    let own = draft
        .continents
        .get(at)
        .and_then(|continent| continent.colour);
    own.unwrap_or(CONTINENTS[at % CONTINENTS.len()])
}

/// A mixture of two colours; `share` of the second, 0 to 1.
pub(super) fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    let mut mixed = a.0;
    for (part, other) in mixed.iter_mut().zip(b.0) {
        *part = (f32::from(*part) + (f32::from(other) - f32::from(*part)) * share).round() as u8;
    }
    Rgb(mixed)
}

/// For each territory a step, 0 upwards, that its neighbours do not have:
/// greedy colouring, those with most neighbours first. Four steps suffice for
/// nearly every map.
pub(super) fn steps(plan: &Plan, count: usize) -> Vec<u8> {
    let mut neighbours = vec![BTreeSet::new(); count];
    for (a, b) in plan.touching() {
        neighbours[usize::from(a)].insert(b);
        neighbours[usize::from(b)].insert(a);
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(neighbours[i].len()));
    let mut steps: Vec<Option<u8>> = vec![None; count];
    for i in order {
        let taken: BTreeSet<u8> = neighbours[i]
            .iter()
            .filter_map(|&n| steps[usize::from(n)])
            .collect();
        steps[i] = (0..=u8::MAX).find(|step| !taken.contains(step));
    }
    steps.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outlines::{Grid, tidy};

    #[test]
    fn neighbours_differ() {
        // Five by five territories of four by four pixels.
        let cells = (0..20 * 20)
            .map(|at| (at % 20 / 4 + at / 80 * 5 + 1) as u16)
            .collect();
        let grid = Grid::from_cells(20, 20, false, cells);
        let plan = Plan::of_grid(&grid);
        assert!(
            plan.touching()
                .into_iter()
                .eq(tidy::touching(&grid).into_keys())
        );
        let steps = steps(&plan, 25);
        for (a, b) in plan.touching() {
            assert_ne!(steps[usize::from(a)], steps[usize::from(b)]);
        }
        assert!(steps.iter().all(|&step| step < 4));
    }
}
