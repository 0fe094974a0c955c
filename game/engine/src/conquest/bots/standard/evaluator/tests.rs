use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::conquest::rules::{AreaVariant, Event, SeededDice, Variants};

/// What an attack promises is what its conquest will be worth.
#[test]
fn a_gain_is_the_difference_of_two_values() {
    let world = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/world");
    let (_, _, map) = marchland_maps::folder::load(Path::new(world)).unwrap();
    let variants = Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    };
    let mut state = State::new(Arc::new(map), 3, variants);
    state
        .start(&mut SeededDice::new(1), &mut Vec::new())
        .unwrap();
    let me = state.turn().unwrap();
    let config = Config::default();
    let before = evaluate(&config, &state, me);
    let mut foreign = 0;
    for target in state.map().ids().filter(|&t| !state.owns(me, t)) {
        let promised = gain(&config, &View::new(&state, me), target);
        let mut after = state.clone();
        let (territory, owner, units) = (target, me, 1);
        after
            .apply(Event::AreaSet {
                territory,
                owner,
                units,
            })
            .unwrap();
        let after = evaluate(&config, &after, me);
        let of = |value: Evaluation| value.areas + value.continents;
        let risen = of(after) - of(before) + config.component_size;
        assert!(
            (promised - risen).abs() < 1e-9,
            "{target}: {promised} {risen}"
        );
        foreign += 1;
    }
    assert_eq!(foreign, 28);
}
