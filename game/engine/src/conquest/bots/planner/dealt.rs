//! Positions for tests.

use std::sync::Arc;

use marchland_maps::{Map, bundled, xml};

use crate::conquest::rules::{AreaVariant, SeededDice, State, Variants};

/// A game on the world that has begun, with dealt territories.
pub(super) fn dealt(players: u8, seed: u64) -> State {
    let draft = xml::read(bundled::find("world").unwrap().xml).draft;
    let variants = Variants {
        areas: AreaVariant::Dealt,
        ..Variants::default()
    };
    let mut state = State::new(Arc::new(Map::try_from(&draft).unwrap()), players, variants);
    state
        .start(&mut SeededDice::new(seed), &mut Vec::new())
        .unwrap();
    state
}
