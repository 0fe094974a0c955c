//! Assigns shades to land.

use std::collections::BTreeSet;

use super::Plan;
use crate::{Draft, Rgb, hues};

/// The colours of the continents, by index in the draft: the author's, or else one that no other
/// has.
pub(super) fn continent_colours(draft: &Draft) -> Vec<Rgb> {
    let own: Vec<_> = draft.continents.iter().map(|c| c.colour).collect();
    let mut chosen = hues::choose(&own).into_iter();
    let colours = own
        .into_iter()
        .filter_map(|own| own.or_else(|| chosen.next()));
    colours.collect()
}

/// Mixes two colours; `share` is that of the second, 0 to 1.
pub(super) fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    let mut mixed = a.0;
    for (part, other) in mixed.iter_mut().zip(b.0) {
        *part = (f32::from(*part) + (f32::from(other) - f32::from(*part)) * share).round() as u8;
    }
    Rgb(mixed)
}

/// A step for each territory, from 0, that differs from its neighbours': greedy colouring, those
/// with most neighbours first. Four steps suffice for nearly every map.
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
    fn no_two_continents_share_a_colour() {
        let mut draft = Draft::new();
        for _ in 0..20 {
            let continent = draft.fresh_continent();
            draft.continents.push(continent);
        }
        let painted = Rgb::new(0x56, 0xB4, 0xE9);
        draft.continents[3].colour = Some(painted);
        let colours = continent_colours(&draft);
        assert_eq!((colours.len(), colours[3]), (20, painted));
        let different: BTreeSet<Rgb> = colours.into_iter().collect();
        assert_eq!(different.len(), 20);
    }

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
