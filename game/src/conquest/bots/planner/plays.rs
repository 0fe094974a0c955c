//! What somebody who plays turns out, before one is chosen, asks of a planner.

use super::super::View;
use super::Planner;
use super::board::{Board, Scene};
use super::outlook::Search;
use super::plan::{Goal, Plan};
use super::route::March;
use crate::conquest::rules::Phase;

/// A plan for a turn, to be chosen by somebody else and followed.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Play {
    places: Vec<(u16, u32)>,
    marches: Vec<March>,
    /// To attack nothing, instead of what may seem good by then.
    stays: bool,
    /// The chance below which it is not gone on with; nothing for what the planner goes on
    /// with by itself.
    least: Option<f32>,
}

/// Plans that are compared at first glance.
const MANY: usize = 24;
/// Of these, so many that differ in kind.
const KINDS: usize = 5;
/// Places for all initial units that are tried.
const PILES: usize = 4;

impl Play {
    /// Units to be placed, and then it is seen.
    fn placing(places: Vec<(u16, u32)>) -> Self {
        Self {
            places,
            marches: Vec::new(),
            stays: false,
            least: Some(1.0),
        }
    }

    /// What the planner would do by itself: when that is done, it sees.
    fn own(plan: Plan, least: f32) -> Self {
        Self {
            places: plan.places,
            marches: plan.marches,
            stays: false,
            least: Some(least),
        }
    }

    /// A plan; one without an attack is to stay.
    fn other(plan: Plan, least: f32) -> Self {
        Self {
            stays: plan.marches.is_empty(),
            ..Self::own(plan, least)
        }
    }
}

impl Planner {
    /// Plans for the rest of the turn, what it would do by itself first: those that it thinks
    /// best of several kinds, and to stay.
    pub(in super::super) fn plays(&mut self, view: &View<'_>) -> Vec<Play> {
        let scene = self.scene(view);
        let board = Board::new(view);
        let spare = view.unplaced();
        let search = self.search(&scene);
        if view.phase() != Some(Phase::Playing) {
            return self.piles(search, &board, spare);
        }
        let own = if spare > 0 {
            search.best(&board, spare)
        } else {
            let known = self.next.as_ref().filter(|(at, _)| *at == board);
            known.map_or_else(|| search.quick(&board, 0), |(_, plan)| plan.clone())
        };
        let hold = search.hold(&board, spare);
        let mut plans = search.various(&board, spare, hold.value);
        plans.push(hold);
        let confidence = self.weights.confidence;
        let mut found = vec![Play::own(own, confidence)];
        for plan in plans {
            let least = confidence.min(0.5 * plan.chance);
            let play = Play::other(plan, least);
            let same = |known: &Play| {
                known.places == play.places
                    && known.marches == play.marches
                    && known.stays == play.stays
            };
            if !found.iter().any(same) {
                found.push(play);
            }
        }
        found
    }

    /// Ways to place the initial units: on one of the best places, on two of them, or as one
    /// would for an attack.
    fn piles(&self, search: Search<'_>, board: &Board, spare: u32) -> Vec<Play> {
        // As it began, or as it does by itself.
        let mut plays = vec![Play {
            least: None,
            ..Play::placing(Vec::new())
        }];
        if self.is_placing() {
            plays.push(Play::placing(Vec::new()));
        }
        let fronts = search.scene.fronts(board);
        let boards = fronts.iter().map(|&front| {
            let mut board = self.room.copy(board);
            *board.units_mut(front) += spare;
            board
        });
        let values = search.weigh(boards);
        let mut best: Vec<(u16, f32)> = fronts.into_iter().zip(values).collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1));
        let best: Vec<u16> = best.into_iter().map(|(front, _)| front).collect();
        let piles = apart(search.scene, board, &best);
        if let ([a, b, ..], true) = (&best[..], spare > 1) {
            let pairs = [(0, 1), (0, 2), (1, 2)].into_iter();
            let pairs = pairs.filter(|&(_, second)| second < piles.len());
            let pairs = pairs.map(|(first, second)| (piles[first], piles[second]));
            for (first, second) in std::iter::once((*a, *b)).chain(pairs) {
                let halves = vec![(first, spare.div_ceil(2)), (second, spare / 2)];
                plays.push(Play::placing(halves));
            }
        }
        plays.extend(piles.iter().map(|&t| Play::placing(vec![(t, spare)])));
        plays.push(Play::placing(search.best(board, spare).places));
        let mut kept: Vec<Play> = Vec::with_capacity(plays.len());
        for play in plays {
            if !kept.contains(&play) {
                kept.push(play);
            }
        }
        kept
    }

    /// To place all where it is of the least use, and to stay.
    #[cfg(test)]
    pub(in super::super) fn idle(&mut self, view: &View<'_>) -> Play {
        let board = Board::new(view);
        let scene = self.scene(view);
        let own = (0..scene.ground.len()).filter(|&t| scene.mine(&board, t));
        let inland = own.min_by_key(|&t| scene.is_front(&board, t)).unwrap_or(0);
        Play {
            stays: true,
            ..Play::placing(vec![(inland, view.unplaced())])
        }
    }

    /// Begins a playout as another who has played as long.
    pub(in super::super) fn begin(&mut self, other: &Self) {
        self.places.clear();
        self.fresh.clear();
        self.marches.clear();
        self.battle = None;
        self.next = None;
        self.stays = false;
        self.turns = other.turns;
    }

    /// Goes on with a turn of `other` by a plan.
    pub(in super::super) fn adopt(&mut self, other: &Self, play: &Play) {
        self.fresh.clone_from(&other.fresh);
        self.places.clone_from(&other.places);
        self.marches.clone_from(&other.marches);
        self.next.clone_from(&other.next);
        self.battle = other.battle;
        self.stays = other.stays;
        self.least = other.least;
        self.follow(play.clone());
    }

    /// Plays this, as far as it goes.
    pub(in super::super) fn follow(&mut self, play: Play) {
        let Some(least) = play.least else {
            return;
        };
        self.stays = play.stays;
        self.places = play.places;
        self.marches = play.marches;
        self.next = None;
        self.least = least;
    }

    /// Own turns played.
    pub(in super::super) fn turns(&self) -> usize {
        self.turns as usize
    }

    /// Whether units are to be placed by a plan already.
    pub(in super::super) fn is_placing(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether the next attack, or that there is none, was decided before.
    pub(in super::super) fn is_decided(&mut self, view: &View<'_>) -> bool {
        self.stays || self.goes_on(view).is_some() || self.next_step(view).is_some()
    }
}

/// The first few of the places of which each is beside an enemy that none before is: else
/// attacks from there would come to the same.
fn apart(scene: &Scene, board: &Board, places: &[u16]) -> Vec<u16> {
    let mut faced = vec![false; board.owner.len()];
    let mut found = Vec::new();
    for &t in places {
        let mut other = false;
        for &to in scene.ground.out(t) {
            if !scene.mine(board, to) {
                other |= !std::mem::replace(&mut faced[usize::from(to)], true);
            }
        }
        if other && found.len() < PILES {
            found.push(t);
        }
    }
    found
}

impl Search<'_> {
    /// The best plans that differ in what they are for or in what they take last, looked at
    /// closely, the best first; `hold` is what holding is worth.
    fn various(&self, board: &Board, spare: u32, hold: f32) -> Vec<Plan> {
        let mut seen: Vec<(Goal, Option<u16>)> = Vec::new();
        let mut found: Vec<Plan> = Vec::new();
        for plan in self.plans(board, spare, MANY, f32::NEG_INFINITY, hold) {
            let last = plan.marches.last().and_then(|march| march.steps.last());
            let kind = (plan.goal, last.map(|step| step.1));
            if seen.len() < KINDS && !seen.contains(&kind) {
                seen.push(kind);
                self.closer(board, spare, &plan, &mut |plan| found.push(plan));
            }
        }
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
        found
    }
}
