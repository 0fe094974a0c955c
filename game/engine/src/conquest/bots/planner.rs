//! The strategy *planner*: weighs whole turns.
//!
//! It lists plans for the turn: take a neighbour, complete a continent, break a rival's
//! continent, defeat a rival for its cards, or hold. It computes the chance of each plan from
//! the exact odds of its battles in a row (`chance.rs`), values the positions that success and
//! failure lead to (`value.rs`), and follows the best plan (`plan.rs`). It plans again after each
//! conquest and when a battle goes worse than expected.

mod advice;
mod board;
mod bold;
mod candidate;
mod chance;
mod counter;
#[cfg(test)]
mod dealt;
mod forecast;
mod outlook;
mod plan;
mod plays;
mod route;
mod value;
mod weights;

pub use advice::{Advice, advise};
pub use candidate::Goal;
pub(super) use outlook::Effort;
pub(super) use plays::Play;
pub use value::Strength;
pub use weights::Weights;

use std::cmp::Reverse;
use std::sync::Arc;

use marchland_maps::{Map, TerritoryId};

use super::{Attack, Free, Own, Strategy, Transfer, View};
use crate::conquest::rules::{Phase, Set, Status};
use board::{Board, Ground, NOBODY, Scene};
use chance::Law;
use outlook::{Room, Search, greatest};
use plan::Plan;
use route::March;

/// A player of the strategy.
#[derive(Debug)]
pub struct Planner {
    weights: Arc<Weights>,
    /// What the plan has yet to place, and where.
    places: Vec<(u16, u32)>,
    /// Units placed this turn that have not attacked since. Fortifying leaves them in place.
    fresh: Vec<(u16, u32)>,
    /// The battle being fought: from where, and what is attacked.
    battle: Option<(u16, u16)>,
    /// Whether this battle is part of a bold march: if it is won, all units move along.
    charges: bool,
    /// The march that begins the plan. Once it has conquered something, there is a new plan.
    march: Option<March>,
    /// The smallest chance with which it continues the plan.
    least: f32,
    /// Whether the plan is to attack nothing more this turn.
    stays: bool,
    /// Own turns played.
    turns: u32,
    /// The number of own turns after which it grows bold.
    patience: u32,
    /// The position after the last conquest, and the best plan from there.
    next: Option<(Board, Plan)>,
    /// How thoroughly it looks in games of two, if not as thoroughly as the map allows.
    haste: Option<Effort>,
    /// The last map played on, in the form the search needs.
    ground: Option<(Arc<Map>, Arc<Ground>)>,
    room: Room,
}

/// Own turns before it grows [bold]. Few games last that long.
const PATIENCE: u32 = 20;
/// The chance with which it takes a neighbour rather than end its turn without a card or, against a
/// single rival, rather than end its turn at all.
const EASY: f32 = 0.7;
/// The most stacks of which some may be moved at the end of a turn.
const MOVING: usize = 6;

impl Default for Planner {
    fn default() -> Self {
        Self::new()
    }
}

impl Planner {
    /// A player with the best weights known. It needs no seed, because it leaves nothing to
    /// chance.
    pub fn new() -> Self {
        Self::weighted(Arc::new(Weights::default()))
    }

    /// A player with the given weights.
    pub fn weighted(weights: Arc<Weights>) -> Self {
        Self {
            weights,
            places: Vec::new(),
            fresh: Vec::new(),
            battle: None,
            charges: false,
            march: None,
            least: 1.0,
            stays: false,
            turns: 0,
            patience: PATIENCE,
            next: None,
            haste: None,
            ground: None,
            room: Room::default(),
        }
    }

    /// The same player, but one that never grows bold. Weights are tuned this way.
    #[must_use]
    pub fn patient(mut self) -> Self {
        self.patience = u32::MAX;
        self
    }

    /// The plan's next place, and at most `most` of the units for it. A plan whose next place is
    /// lost is dropped.
    fn planned<'v>(&mut self, view: &'v View<'_>, most: u32) -> Option<(Own<'v>, u32)> {
        let (at, left) = self.places.first_mut()?;
        let Some(own) = view.own().find(|own| own.territory().0 == *at) else {
            self.places.clear();
            return None;
        };
        let units = most.min(*left);
        *left -= units;
        if *left == 0 {
            self.places.remove(0);
        }
        Some((own, units))
    }

    /// Decides where the next initial units go.
    fn settle(&mut self, view: &View<'_>) {
        let answers = self.weights.order > 0.0;
        if answers && let Some(place) = self.counter(view) {
            self.places = vec![(place, view.unplaced())];
            return;
        }
        let scene = self.scene(view);
        let board = Board::new(view);
        let search = self.search(&scene);
        let plan = if answers && !scene.is_first() {
            // Somebody else attacks first: defend rather than prepare an attack.
            search.hold(&board, view.unplaced())
        } else {
            search.best(&board, view.unplaced())
        };
        self.places = plan.places;
        // The others place too, so plan again after the first place.
        self.places.truncate(1);
    }

    /// Plans the turn, with units to place.
    fn plan(&mut self, view: &View<'_>) {
        let scene = self.scene(view);
        let plan = self.search(&scene).best(&Board::new(view), view.unplaced());
        self.least = self.weights.confidence;
        self.march = plan.marches.into_iter().next();
        self.places = plan.places;
    }

    fn search<'a>(&'a self, scene: &'a Scene) -> Search<'a> {
        Search {
            scene,
            weights: &self.weights,
            room: &self.room,
            effort: self.effort(scene),
        }
    }

    fn effort(&self, scene: &Scene) -> Effort {
        let usual = Effort::of(scene);
        self.haste.filter(|_| scene.is_duel).unwrap_or(usual)
    }

    /// The scene of a view. The ground is kept from one decision to the next.
    fn scene(&mut self, view: &View<'_>) -> Scene {
        let map = view.state().map();
        let kept = self.ground.take().filter(|(of, _)| Arc::ptr_eq(of, map));
        let kept = kept.unwrap_or_else(|| {
            self.room = Room::default();
            (Arc::clone(map), Arc::new(Ground::new(map)))
        });
        let ground = Arc::clone(&kept.1);
        self.ground = Some(kept);
        Scene::new(view, ground)
    }

    /// The battle being fought, while it goes well.
    fn goes_on(&self, view: &View<'_>) -> Option<(u16, u16)> {
        let (from, to) = self.battle?;
        let (at, target) = (TerritoryId(from), TerritoryId(to));
        if !view.is_mine(at) || view.is_mine(target) {
            return None;
        }
        let attackers = view.holding(at).units - 1;
        let win = Law::classic().win(attackers, view.holding(target).units);
        let goes = win >= self.weights.gate(view.rivals_left()).max(0.7);
        goes.then_some((from, to))
    }

    /// The first attack of a bold march, once it has been patient for long enough.
    fn charge(&mut self, view: &View<'_>) -> Option<(u16, u16)> {
        if self.turns < self.patience {
            return None;
        }
        let scene = self.scene(view);
        let march = bold::charge(&scene, &Board::new(view), &self.room)?;
        self.march = None;
        march.steps.first().copied()
    }

    /// The plan's next attack, while the plan's chance is still large enough.
    fn next_step(&mut self, view: &View<'_>) -> Option<(u16, u16)> {
        let march = self.march.as_ref()?;
        let mine = |t: u16| view.is_mine(TerritoryId(t));
        let units = |t: u16| view.holding(TerritoryId(t)).units;
        let &(from, to) = march.steps.first()?;
        let going = mine(from) && march.steps.iter().all(|step| !mine(step.1));
        let chance = if going {
            let defenders = march.steps.iter().map(|step| units(step.1));
            let least = self.least;
            Law::classic()
                .campaign(units(from) - 1, defenders, least)
                .chance
        } else {
            0.0
        };
        if chance >= self.least {
            return Some((from, to));
        }
        self.march = None;
        None
    }

    /// Moves of units to the border that may be worth it: from, to, how many.
    fn moves(&self, view: &View<'_>, scene: &Scene, board: &Board) -> Vec<(u16, u16, u32)> {
        let mut stacks: Vec<u16> = (0..scene.ground.len())
            .filter(|&t| scene.mine(board, t) && board.units(t) > 1)
            .collect();
        // Inland stacks first, because they are of least use where they are.
        stacks.sort_by_key(|&t| (scene.is_front(board, t), Reverse(board.units(t))));
        stacks.truncate(MOVING);
        let mut moves = Vec::new();
        for from in stacks {
            // Units placed and moved on in one turn would have been placed wrongly.
            let fresh = self.fresh.iter().filter(|(at, _)| *at == from);
            let fresh: u32 = fresh.map(|(_, units)| units).sum();
            let units = (board.units(from) - 1).saturating_sub(fresh);
            if units == 0 {
                continue;
            }
            view.state().walk(view.me(), TerritoryId(from), |to| {
                if to.0 != from && scene.is_front(board, to.0) {
                    moves.push((from, to.0, units));
                    if units > 1 {
                        moves.push((from, to.0, units / 2));
                    }
                }
                true
            });
        }
        moves
    }

    /// The first attack of a new plan, unless the last was to stay.
    fn replan(&mut self, view: &View<'_>) -> Option<(u16, u16)> {
        if self.stays {
            return None;
        }
        let scene = self.scene(view);
        let plan = self.onward(&scene, &Board::new(view));
        self.next = None;
        self.least = self.weights.confidence;
        self.march = plan.marches.into_iter().next();
        self.march.as_ref()?.steps.first().copied()
    }

    /// The best plan once all units are placed.
    fn onward(&self, scene: &Scene, board: &Board) -> Plan {
        match &self.next {
            Some((at, plan)) if at == board => plan.clone(),
            _ if self.effort(scene).follows => self.search(scene).best(board, 0),
            _ => self.search(scene).quick(board, 0, f32::NEG_INFINITY),
        }
    }
}

/// The attack likeliest to succeed, if it is likely enough. Once there is a card, only on a rival: a
/// neutral force takes nothing back.
fn easy<'v>(view: &'v View<'_>) -> Option<Attack<'v>> {
    let law = Law::classic();
    let pays = |attack: &Attack<'_>| {
        let owner = view.holding(attack.target).owner;
        !view.conquered() || owner.is_some_and(|owner| view.status(owner) == Status::Active)
    };
    let win = |attack: &Attack<'_>| {
        let attackers = view.holding(attack.from).units - 1;
        law.win(attackers, view.holding(attack.target).units)
    };
    let attacks = view.attacks().filter(pays);
    let chances = attacks.map(|attack| (win(&attack), attack));
    let easy = chances.filter(|(win, _)| *win >= EASY);
    easy.max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, attack)| attack)
}

/// How good a territory is to claim. It is worth more in a continent that is small for its
/// bonus, has few ways in, and is largely one's own.
fn appeal(scene: &Scene, board: &Board, t: u16) -> f32 {
    let ground = &*scene.ground;
    let continent = ground.continent[usize::from(t)];
    let (bonus, members) = &ground.continents[usize::from(continent)];
    let (mut own, mut rivals, mut gates) = (0u32, 0u32, 0u32);
    for &member in members {
        if scene.mine(board, member) {
            own += 1;
        } else if board.owner(member) != NOBODY {
            rivals += 1;
        }
        let outside = |&from: &u16| ground.continent[usize::from(from)] != continent;
        gates += u32::from(ground.into(member).iter().any(outside));
    }
    let size = members.len() as f32;
    let beside = ground.out(t).iter().filter(|&&to| scene.mine(board, to));
    let share = (own as f32 + 1.0 - 0.5 * rivals as f32) / size;
    (bonus + 1.0) / (size + gates as f32) * (0.5 + share) + 0.1 * beside.count() as f32
}

impl Strategy for Planner {
    fn name(&self) -> &'static str {
        "planner"
    }

    fn claim<'v>(&mut self, view: &'v View<'_>) -> Option<Free<'v>> {
        let scene = self.scene(view);
        let board = Board::new(view);
        let mut best = None;
        for free in view.free() {
            let appeal = appeal(&scene, &board, free.territory().0);
            if best.is_none_or(|(most, _)| appeal > most) {
                best = Some((appeal, free));
            }
        }
        best.map(|(_, free)| free)
    }

    fn place<'v>(&mut self, view: &'v View<'_>) -> Option<(Own<'v>, u32)> {
        self.battle = None;
        self.next = None;
        if self.places.is_empty() {
            self.stays = false;
        }
        let settling = view.phase() == Some(Phase::Reinforcing);
        // Initial units go one by one, to answer what the others do.
        let most = if settling { 1 } else { view.unplaced() };
        let place = self.planned(view, most).or_else(|| {
            if settling {
                self.settle(view);
            } else {
                self.plan(view);
            }
            self.planned(view, most)
        });
        let (own, units) = place?;
        if !settling {
            self.fresh.push((own.territory().0, units));
        }
        Some((own, units))
    }

    fn trade(&mut self, view: &View<'_>) -> Option<Set> {
        self.places.clear();
        view.best_set()
    }

    fn attack<'v>(&mut self, view: &'v View<'_>) -> Option<(Attack<'v>, u8)> {
        self.places.clear();
        let find = |from: u16, target: u16| view.attack(TerritoryId(from), TerritoryId(target));
        if let Some((from, to)) = self.goes_on(view)
            && let Some(attack) = find(from, to)
        {
            return Some((attack, 3));
        }
        self.battle = None;
        let charge = self.charge(view);
        self.charges = charge.is_some();
        let step = charge.or_else(|| self.next_step(view));
        let attack = match step.or_else(|| self.replan(view)) {
            Some((from, to)) => find(from, to),
            // Against a single rival, whatever can be taken easily costs less than it gains, though
            // the value of the position, with its thin borders, does not show it.
            None if !self.stays && (!view.conquered() || view.rivals_left() == 1) => easy(view),
            None => None,
        };
        match attack {
            Some(attack) => {
                self.battle = Some((attack.from.0, attack.target.0));
                self.fresh.retain(|(at, _)| *at != attack.from.0);
            }
            None => self.turns = self.turns.saturating_add(1),
        }
        attack.map(|attack| (attack, 3))
    }

    fn occupy(&mut self, view: &View<'_>, most: u32) -> u32 {
        let Some((from, to)) = view.conquest() else {
            return 0;
        };
        self.battle = None;
        if self.charges {
            return most;
        }
        self.march = None;
        let scene = self.scene(view);
        let board = Board::new(view);
        let there = (board.units(from.0), board.units(to.0));
        if !scene.is_front(&board, from.0) {
            return most;
        }
        if !scene.is_front(&board, to.0) {
            return 0;
        }
        let search = self.search(&scene);
        let mut board = self.room.copy(&board);
        let place = |board: &mut Board, units: u32| {
            *board.units_mut(from.0) = there.0 - units;
            *board.units_mut(to.0) = there.1 + units;
        };
        // What could follow, if all move along, half of them, or none.
        let mut options = vec![most, most / 2, 0];
        options.dedup();
        let mut best: Option<(u32, Plan)> = None;
        for units in options {
            place(&mut board, units);
            let least = best
                .as_ref()
                .map_or(f32::NEG_INFINITY, |(_, plan)| plan.value);
            let plan = search.quick(&board, 0, least);
            if best
                .as_ref()
                .is_none_or(|(_, best)| plan.value > best.value)
            {
                best = Some((units, plan));
            }
        }
        let Some((units, plan)) = best else {
            return most;
        };
        place(&mut board, units);
        self.next = Some((board, plan));
        units
    }

    fn fortify<'v>(&mut self, view: &'v View<'_>) -> Option<(Transfer<'v>, u32)> {
        let scene = self.scene(view);
        let board = Board::new(view);
        let moves = self.moves(view, &scene, &board);
        self.fresh.clear();
        let boards = moves.iter().take_while(|_| !scene.is_stopped());
        let boards = boards.map(|&(from, to, units)| {
            let mut board = self.room.copy(&board);
            *board.units_mut(from) -= units;
            *board.units_mut(to) += units;
            board
        });
        let boards = std::iter::once(self.room.copy(&board)).chain(boards);
        let (best, _) = greatest(self.search(&scene).weigh(boards))?;
        // The first is to move nothing.
        let (from, to, units) = moves[best.checked_sub(1)?];
        let transfer = view.transfer(TerritoryId(from), TerritoryId(to))?;
        Some((transfer, units))
    }
}
