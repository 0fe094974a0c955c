use super::*;
use crate::{Neighbour, Territory, TerritoryId};

fn draft(pivots: &[Point], wraps: bool) -> Draft {
    let mut draft = Draft::new();
    draft.wrap.horizontal = wraps;
    for (id, &pivot) in (0..).zip(pivots) {
        let territory = draft.fresh_territory();
        draft.territories.push(Territory {
            id: Some(TerritoryId(id)),
            pivots: vec![pivot],
            ..territory
        });
    }
    draft.territories[0]
        .neighbours
        .push(Neighbour::sea(TerritoryId(1)));
    draft
}

#[test]
fn routes_take_the_shorter_way_round() {
    let ends = [Point::new(20, 100), Point::new(380, 100)];
    let straight = routes(
        &draft(&ends, false),
        &Plan::of_grid(&Grid::new(400, 200, false)),
    );
    assert!(apart(straight[0].end, [380.5, 100.5]) < 1e-3);
    let around = routes(
        &draft(&ends, true),
        &Plan::of_grid(&Grid::new(400, 200, true)),
    );
    assert!(apart(around[0].start, [20.5, 100.5]) < 1e-3);
    assert!(apart(around[0].end, [-19.5, 100.5]) < 1e-3);
}

#[test]
fn routes_keep_off_the_badges_of_others() {
    let pivots = [
        Point::new(50, 100),
        Point::new(350, 100),
        Point::new(200, 100),
    ];
    let route = routes(
        &draft(&pivots, false),
        &Plan::of_grid(&Grid::new(400, 200, false)),
    )[0];
    let nearest = (0..=40).map(|i| apart(route.at(i as f32 / 40.0), [200.5, 100.5]));
    let nearest = nearest.fold(f32::INFINITY, f32::min);
    assert!(
        nearest > f32::from(Draft::new().badge_size()) / 2.0,
        "{nearest}"
    );
}
#[test]
fn nearby_points_match_a_brute_force_search() {
    let point = |seed: u32| {
        let at = |n: u32| (n.wrapping_mul(2_654_435_761) >> 16) as f32 / 100.0 - 300.0;
        [at(2 * seed + 1), at(2 * seed + 2)]
    };
    let mut near = Near::new(24.5);
    for seed in 0..500 {
        near.add(point(seed), seed);
    }
    for from in (500..900).map(point) {
        let mut found: Vec<_> = near.to(from).collect();
        found.sort_unstable();
        let all: Vec<_> = (0..500)
            .filter(|&seed| apart(point(seed), from) < 24.5)
            .collect();
        assert_eq!(found, all);
    }
}

/// Each route looked at every badge and every point of all before it.
#[test]
fn thousands_of_links_among_thousands_of_badges() {
    let pivots: Vec<_> = (0..2_500)
        .map(|at| Point::new(at % 50 * 40 + 20, at / 50 * 40 + 20))
        .collect();
    let mut draft = draft(&pivots, false);
    for (at, territory) in draft.territories.iter_mut().enumerate() {
        territory.neighbours = vec![Neighbour::sea(TerritoryId((at as u16 + 1) % 2_500))];
    }
    let routes = routes(&draft, &Plan::of_grid(&Grid::new(2_000, 2_000, false)));
    assert_eq!(routes.len(), pivots.len());
    assert!(apart(routes[0].end, [60.5, 20.5]) < 1e-3);
}
