use std::sync::Arc;

use super::super::super::View;
use super::super::board::Ground;
use super::super::dealt::dealt;
use super::*;

/// However many are valued at a time, and on whatever room, a position has one value.
#[test]
fn positions_side_by_side_are_valued_as_alone() {
    let state = dealt(4, 7);
    let view = View::new(&state, state.to_act().unwrap());
    let scene = Scene::new(&view, Arc::new(Ground::new(state.map())));
    let (weights, room) = (Weights::default(), Room::default());
    let search = Search {
        scene: &scene,
        weights: &weights,
        room: &room,
        effort: Effort::USUAL,
    };
    // Each has one territory and some units more than the one before.
    let mut board = Board::new(&view);
    let boards: Vec<Board> = (0..11)
        .map(|t| {
            board.take(t, scene.me, 1 + 7 * u32::from(t));
            board.clone()
        })
        .collect();
    let bits = |values: Vec<f32>| -> Vec<u32> { values.into_iter().map(f32::to_bits).collect() };
    let alone: Vec<u32> = boards
        .iter()
        .map(|board| {
            let fresh = Room::default();
            let search = Search {
                room: &fresh,
                ..search
            };
            search.value(board).to_bits()
        })
        .collect();
    assert_eq!(bits(search.values(&boards)), alone);
    assert_eq!(bits(search.weigh(boards)), alone);
    assert!(alone.windows(2).all(|two| two[0] != two[1]), "{alone:?}");
}

/// Some weights apply only against a single rival, and only the ratio of the strengths counts then.
#[test]
fn a_single_rival_is_valued_by_weights_of_its_own() {
    let value = |players: u8, weights: Weights| {
        let state = dealt(players, 7);
        let view = View::new(&state, state.to_act().unwrap());
        let scene = Scene::new(&view, Arc::new(Ground::new(state.map())));
        let search = Search {
            scene: &scene,
            weights: &weights,
            room: &Room::default(),
            effort: Effort::of(&scene),
        };
        assert_eq!(search.effort.follows, players == 2);
        let mut board = Board::new(&view);
        *board.units_mut(scene.fronts(&board)[0]) += 9;
        search.value(&board)
    };
    let usual = Weights {
        power_one: 2.0,
        ..Weights::default()
    };
    let squared = Weights {
        power_one: 4.0,
        ..usual
    };
    let proud = Weights {
        stack_one: 2.0,
        ..usual
    };
    let odds = |weights| {
        let value = value(2, weights);
        value / (1.0 - value)
    };
    assert!(odds(usual) > 1.0, "{}", odds(usual));
    assert!((odds(squared) - odds(usual).powi(2)).abs() < 1e-4);
    assert!(odds(proud) > odds(usual));
    let several = value(3, usual).to_bits();
    assert_eq!(several, value(3, squared).to_bits());
    assert_eq!(several, value(3, proud).to_bits());
}
