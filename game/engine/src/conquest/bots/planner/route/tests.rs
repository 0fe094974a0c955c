use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::super::super::View;
use super::super::board::Ground;
use super::super::dealt::dealt;
use super::*;

/// The cost of the cheapest way from `root` to the nearest of `targets`: costs fall until none falls
/// any more.
fn nearest(scene: &Scene, board: &Board, root: u16, targets: &[u16]) -> Option<u32> {
    let mut costs = vec![None; usize::from(scene.ground.len())];
    costs[usize::from(root)] = Some(0);
    loop {
        let before = costs.clone();
        for from in 0..scene.ground.len() {
            let Some(cost) = costs[usize::from(from)] else {
                continue;
            };
            for &to in scene.ground.out(from) {
                let there = cost + board.units(to) + 1;
                let known = &mut costs[usize::from(to)];
                if !scene.mine(board, to) && known.is_none_or(|known| there < known) {
                    *known = Some(there);
                }
            }
        }
        if costs == before {
            return targets.iter().filter_map(|&t| costs[usize::from(t)]).min();
        }
    }
}

/// A router that has found tours before, on this board or others, finds the same as a new one.
#[test]
fn known_tours_are_those_of_a_new_search() {
    let state = dealt(3, 7);
    let view = View::new(&state, state.to_act().unwrap());
    let scene = Scene::new(&view, Arc::new(Ground::new(state.map())));
    let mut board = Board::new(&view);
    let mut random = StdRng::seed_from_u64(1);
    let mut known = Router::default();
    let (mut found, mut none) = (0, 0);
    for round in 0..3_000 {
        // Mostly own units change, sometimes what stands in the way.
        let t = random.random_range(0..scene.ground.len());
        if scene.mine(&board, t) || round % 10 == 0 {
            *board.units_mut(t) = random.random_range(1..9);
        }
        let set = random.random_range(0..scene.ground.continents.len());
        let members = scene.ground.continents[set].1.iter().copied();
        let all: Vec<u16> = members.filter(|&t| !scene.mine(&board, t)).collect();
        let fronts = scene.fronts(&board);
        let root = fronts[random.random_range(0..fronts.len())];
        let most = random.random_range(0..40);
        known.face(&scene, &board);
        let count = if random.random() {
            all.len()
        } else {
            all.len().min(1)
        };
        let all = &all;
        let targets = Targets { set, all, count };
        let march = known.known_tour(&scene, &board, root, targets, most);
        let new = Router::default().tour(&scene, &board, root, all, count, most);
        assert_eq!(march, new.as_ref().map(|(_, march)| march));
        if count == 1 {
            let cost = nearest(&scene, &board, root, all).filter(|&cost| cost <= most);
            assert_eq!(new.as_ref().map(|(cost, _)| *cost), cost);
        }
        let mut taken = vec![root];
        for &(from, to) in march.iter().flat_map(|march| &march.steps) {
            assert!(taken.contains(&from) && scene.ground.out(from).contains(&to));
            taken.push(to);
        }
        found += u32::from(march.is_some());
        none += u32::from(march.is_none());
    }
    assert!(found > 300 && none > 300, "{found} found, {none} not");
}
