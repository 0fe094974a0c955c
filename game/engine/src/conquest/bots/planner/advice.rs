//! What the strategy thinks of a position, for tests and for other programs.

use std::sync::Arc;

use marchland_maps::TerritoryId;

use super::super::View;
use super::board::{Board, Ground, Scene};
use super::candidate::Goal;
use super::outlook::{Effort, Room, Search};
use super::value::{Desk, Strength};
use super::weights::Weights;
use crate::conquest::rules::Player;

/// A position as the strategy sees it, and what it would do with the turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The strength of each remaining player, part by part, in units.
    pub strengths: Vec<(Player, Strength)>,
    /// The value of the position as it stands, 0 to 1.
    pub value: f32,
    /// The purpose of the best plan.
    pub goal: Goal,
    /// The chance that all of it succeeds.
    pub chance: f32,
    /// The expected value at the end of the turn.
    pub promise: f32,
    /// Where to place how many units.
    pub places: Vec<(TerritoryId, u32)>,
    /// From where to attack what, in order.
    pub attacks: Vec<(TerritoryId, TerritoryId)>,
}

/// Advice for the player of `view`, whose turn it is. All territories must be claimed.
///
/// Cost: that of the largest decision of a turn.
pub fn advise(view: &View<'_>, weights: &Weights) -> Advice {
    let scene = Scene::new(view, Arc::new(Ground::new(view.map())));
    let board = Board::new(view);
    let search = Search {
        scene: &scene,
        weights,
        room: &Room::default(),
        effort: Effort::of(&scene),
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
