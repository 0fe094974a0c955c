//! What the strategy thinks of a position, to be shown.

use std::sync::Arc;

use marchland_maps::TerritoryId;

use super::super::View;
use super::board::{Board, Ground, Scene};
use super::outlook::{Room, Search};
use super::plan::Goal;
use super::value::{Desk, Strength};
use super::weights::Weights;
use crate::conquest::rules::Player;

/// A position as the strategy sees it, and what it would do with the turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The strength of each player that is left, part by part, in units.
    pub strengths: Vec<(Player, Strength)>,
    /// One's own share of all that count, 0 to 1, as things stand.
    pub value: f32,
    /// What the best plan is for.
    pub goal: Goal,
    /// The chance that all of it succeeds.
    pub chance: f32,
    /// The value to be expected at the end of the turn.
    pub promise: f32,
    /// Where to place how many units.
    pub places: Vec<(TerritoryId, u32)>,
    /// Whence and what to attack, in order.
    pub attacks: Vec<(TerritoryId, TerritoryId)>,
}

/// Looks at the turn of `view`'s player from where it stands. Territories are
/// to be claimed already.
///
/// Cost: that of the largest decision of a turn.
pub fn advise(view: &View<'_>, weights: &Weights) -> Advice {
    let scene = Scene::new(view, Arc::new(Ground::new(view.map())));
    let board = Board::new(view);
    let search = Search {
        scene: &scene,
        weights,
        room: &Room::default(),
    };
    let plan = search.best(&board, view.unplaced());
    let strengths = Desk::default().strengths(&scene, weights, &board);
    let left = view
        .players()
        .filter(|player| scene.plays[player.index()] && board.territories[player.index()] > 0);
    let steps = plan.marches.iter().flat_map(|march| &march.steps);
    let id = TerritoryId;
    Advice {
        strengths: left
            .map(|player| (player, strengths[player.index()]))
            .collect(),
        value: search.value(&board),
        goal: plan.goal,
        chance: plan.chance,
        promise: plan.value,
        places: plan.places.iter().map(|&(at, n)| (id(at), n)).collect(),
        attacks: steps.map(|&(from, to)| (id(from), id(to))).collect(),
    }
}
