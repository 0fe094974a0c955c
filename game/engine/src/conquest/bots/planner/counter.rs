//! Where the initial units go in a game of two if the rival moves first.
//!
//! The rival attacks before these units can. Units are placed in turns, so where the rival has placed
//! so far shows where its others will go. With all own units in one place, its best first turn is
//! searched; they go to the place where that turn is worth least to it.

use super::super::View;
use super::Planner;
use super::board::{Board, Scene};
use super::outlook::{Effort, Search};
use crate::conquest::rules::Player;

/// Places compared; the world has at most 21.
const PLACES: usize = 24;

impl Planner {
    /// The place for all own units, if a single rival moves first and has placed some of its own.
    pub(super) fn counter(&mut self, view: &View<'_>) -> Option<u16> {
        let scene = self.scene(view);
        let first = view.state().order().iter().next()?;
        if !scene.is_duel || first == view.me() {
            return None;
        }
        let board = Board::new(view);
        let expected = expected(view, &scene, &board, first)?;
        let mut places = self.search(&scene).fronts_by_value(&board, view.unplaced());
        places.truncate(PLACES);
        // Nobody has cards that should be hidden yet.
        let mut sight = View::new(view.state(), first);
        if let Some(stop) = view.stop() {
            sight = sight.stopped_by(stop);
        }
        let theirs = self.scene(&sight).at_first_turn();
        // Looking further chooses no better here.
        let search = Search {
            effort: Effort::USUAL,
            ..self.search(&theirs)
        };
        let income = view.state().income(first);
        let worth = |&place: &u16| {
            let mut board = self.room.copy(&expected);
            *board.units_mut(place) += view.unplaced();
            let worth = search.best(&board, income).value;
            self.room.put([board]);
            worth
        };
        places
            .into_iter()
            .map(|place| (worth(&place), place))
            .reduce(|best, next| if next.0 < best.0 { next } else { best })
            .map(|(_, place)| place)
    }
}

/// The position once `player` has placed all its units in proportion to those that it has placed
/// already. Nothing if it has placed none.
fn expected(view: &View<'_>, scene: &Scene, board: &Board, player: Player) -> Option<Board> {
    let seat = player.index() as u8;
    let own = (0..scene.ground.len()).filter(|&t| board.owner(t) == seat);
    let placed = |t: u16| board.units(t) - 1;
    let most = own.clone().max_by_key(|&t| placed(t))?;
    let all: u32 = own.clone().map(placed).sum();
    let unplaced = view.state().seat(player).unplaced;
    let mut expected = board.clone();
    let mut left = unplaced;
    for t in own {
        let share = u64::from(unplaced) * u64::from(placed(t));
        let share = share.checked_div(all.into())? as u32;
        *expected.units_mut(t) += share;
        left -= share;
    }
    *expected.units_mut(most) += left;
    Some(expected)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use marchland_maps::TerritoryId;

    use super::super::super::decide;
    use super::super::dealt::dealt;
    use super::super::{Ground, Room, Weights};
    use super::*;
    use crate::conquest::rules::{Action, Phase, SeededDice, State};

    /// The position after a planner has answered a rival who places all units in one territory, and
    /// where its units are.
    fn answered(seed: u64) -> (State, Player, TerritoryId) {
        let mut state = dealt(2, seed);
        let first = state.to_act().unwrap();
        let rivals = View::new(&state, first).own().next().unwrap().territory();
        let mut planner = Planner::new();
        let mut places = Vec::new();
        let (mut dice, mut events) = (SeededDice::new(1), Vec::new());
        while state.phase() == Some(Phase::Reinforcing) {
            let actor = state.to_act().unwrap();
            let one = Action::Reinforce {
                territory: rivals,
                units: 1,
            };
            if actor == first {
                state.play(actor, one, &mut dice, &mut events).unwrap();
            }
            let view = View::new(&state, actor);
            let action = (actor != first).then(|| decide(&mut planner, &view));
            let action = action.flatten().unwrap_or(Action::EndTurn);
            if let Action::Reinforce { territory, .. } = action {
                places.push(territory);
            }
            state.play(actor, action, &mut dice, &mut events).unwrap();
        }
        places.dedup();
        assert_eq!(places.len(), 1, "{places:?}");
        (state, first, places[0])
    }

    /// In the position that follows, the rival's turn is worth more to it wherever else the units
    /// are.
    #[test]
    fn the_rivals_first_turn_is_worth_least() {
        for seed in 0..4 {
            let (state, first, place) = answered(seed);
            let view = View::new(&state, first);
            let scene = Scene::new(&view, Arc::new(Ground::new(state.map())));
            let ground = Arc::clone(&scene.ground);
            let before = Scene::new(&View::new(&dealt(2, seed), first), ground).at_first_turn();
            assert_eq!((before.rank, before.unplaced[0]), (scene.rank, 0.0));
            let search = Search {
                scene: &scene,
                weights: &Weights::default(),
                room: &Room::default(),
                effort: Effort::USUAL,
            };
            let me = scene.playing().find(|&seat| seat != first.index()).unwrap();
            let moved = |to: u16| {
                let mut board = Board::new(&view);
                let units = board.units(place.0) - 1;
                *board.units_mut(place.0) -= units;
                *board.units_mut(to) += units;
                search.best(&board, view.unplaced()).value
            };
            let own = (0..scene.ground.len()).filter(|&t| {
                let enemy = |&to: &u16| view.holding(TerritoryId(to)).owner == Some(first);
                usize::from(Board::new(&view).owner(t)) == me
                    && scene.ground.out(t).iter().any(enemy)
            });
            let least = own.map(moved).fold(f32::INFINITY, f32::min);
            assert!(moved(place.0) <= least, "seed {seed}");
        }
    }

    #[test]
    fn units_are_expected_where_others_went() {
        let state = dealt(2, 1);
        let first = state.to_act().unwrap();
        let second = state.order().iter().nth(1).unwrap();
        let view = View::new(&state, second);
        let scene = Scene::new(&view, Arc::new(Ground::new(state.map())));
        let mut board = Board::new(&view);
        assert_eq!(expected(&view, &scene, &board, first), None);
        let own: Vec<u16> = View::new(&state, first)
            .own()
            .map(|own| own.territory().0)
            .collect();
        *board.units_mut(own[1]) += 3;
        *board.units_mut(own[4]) += 1;
        let unplaced = state.seat(first).unplaced;
        let then = expected(&view, &scene, &board, first).unwrap();
        let few = unplaced / 4;
        assert_eq!(then.units(own[1]), 4 + unplaced - few);
        assert_eq!(then.units(own[4]), 2 + few);
        assert_eq!(then.units(own[0]), 1);
    }

    /// Only the single rival who moves first is answered so.
    #[test]
    fn others_place_as_before() {
        for (players, seat) in [(2, 0), (3, 1), (3, 2)] {
            let state = dealt(players, 1);
            let player = state.order().iter().nth(seat).unwrap();
            let mut planner = Planner::new();
            assert_eq!(planner.counter(&View::new(&state, player)), None);
        }
    }
}
