//! Alternative plans, for a player that plays each of them out before it chooses.

use super::super::View;
use super::Planner;
use super::board::{Board, Scene};
use super::candidate::Goal;
use super::outlook::{Effort, Search};
use super::plan::Plan;
use super::route::March;
use crate::conquest::rules::Phase;

/// A plan for a turn that somebody else may choose and the planner then follows.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Play {
    places: Vec<(u16, u32)>,
    /// The march that begins it.
    march: Option<March>,
    /// Whether to attack nothing.
    stays: bool,
    /// The plan is dropped when its chance falls below this. Nothing means that the planner keeps
    /// the plan it has.
    least: Option<f32>,
}

/// Plans compared without close examination.
const MANY: usize = 24;
/// Of these, at most this many of different kinds are examined closely.
const KINDS: usize = 5;
/// Places tried for all initial units.
const PILES: usize = 9;

impl Play {
    /// Places for units, after which the planner plans on its own.
    fn placing(places: Vec<(u16, u32)>) -> Self {
        Self {
            places,
            march: None,
            stays: false,
            least: Some(1.0),
        }
    }

    /// The planner's own plan, after which it plans again.
    fn own(plan: Plan, least: f32) -> Self {
        Self {
            places: plan.places,
            march: plan.marches.into_iter().next(),
            stays: false,
            least: Some(least),
        }
    }

    /// Another plan; one without marches attacks nothing.
    fn other(plan: Plan, least: f32) -> Self {
        Self {
            stays: plan.marches.is_empty(),
            ..Self::own(plan, least)
        }
    }
}

impl Planner {
    /// Plans for the rest of the turn: the planner's own first, then the best of several kinds,
    /// and to hold.
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
            self.onward(&scene, &board)
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
                piled(&known.places) == piled(&play.places)
                    && known.march == play.march
                    && known.stays == play.stays
            };
            if !found.iter().any(same) {
                found.push(play);
            }
        }
        found
    }

    /// Ways to place the initial units: all on one of the best places, half each on two, or as for
    /// an attack.
    fn piles(&self, search: Search<'_>, board: &Board, spare: u32) -> Vec<Play> {
        // To continue as begun, or to plan again.
        let mut plays = vec![Play {
            least: None,
            ..Play::placing(Vec::new())
        }];
        if self.is_placing() {
            plays.push(Play::placing(Vec::new()));
        }
        let best = search.fronts_by_value(board, spare);
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

    /// Whether the plan it follows is to attack nothing.
    #[cfg(test)]
    pub(in super::super) fn stays(&self) -> bool {
        self.stays
    }

    /// A poor plan: all units inland, and no attack.
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

    /// Resets this planner for a playout, with the number of turns of `other`. In games of two, it
    /// looks as thoroughly as `haste` says, if anything.
    pub(in super::super) fn begin(&mut self, other: &Self, haste: Option<Effort>) {
        self.haste = haste;
        self.places.clear();
        self.fresh.clear();
        self.march = None;
        self.battle = None;
        self.charges = false;
        self.next = None;
        self.stays = false;
        self.turns = other.turns;
    }

    /// Continues the turn of `other` with a plan.
    pub(in super::super) fn adopt(&mut self, other: &Self, play: &Play) {
        self.fresh.clone_from(&other.fresh);
        self.places.clone_from(&other.places);
        self.march.clone_from(&other.march);
        self.next.clone_from(&other.next);
        self.battle = other.battle;
        self.charges = other.charges;
        self.stays = other.stays;
        self.least = other.least;
        self.follow(play.clone());
    }

    /// Follows a plan from now on.
    pub(in super::super) fn follow(&mut self, play: Play) {
        let Some(least) = play.least else {
            return;
        };
        self.stays = play.stays;
        self.places = play.places;
        self.march = play.march;
        self.next = None;
        self.least = least;
    }

    /// The number of own turns played.
    pub(in super::super) fn turns(&self) -> usize {
        self.turns as usize
    }

    /// Whether a plan already says where units go.
    pub(in super::super) fn is_placing(&self) -> bool {
        !self.places.is_empty()
    }
}

/// Units by territory, in ascending order: the same for plans that place in different steps.
fn piled(places: &[(u16, u32)]) -> Vec<(u16, u32)> {
    let mut piles = places.to_vec();
    piles.sort_unstable();
    piles.dedup_by(|more, kept| {
        let same = more.0 == kept.0;
        if same {
            kept.1 += more.1;
        }
        same
    });
    piles
}

/// The first few places that each border an enemy which no place before them borders. Other places
/// would lead to the same attacks.
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
    /// Own territories at the border, the one first where all `spare` units are worth most.
    pub(super) fn fronts_by_value(&self, board: &Board, spare: u32) -> Vec<u16> {
        let fronts = self.scene.fronts(board);
        let boards = fronts.iter().map(|&front| {
            let mut board = self.room.copy(board);
            *board.units_mut(front) += spare;
            board
        });
        let values = self.weigh(boards);
        let mut best: Vec<(u16, f32)> = fronts.into_iter().zip(values).collect();
        best.sort_by(|a, b| b.1.total_cmp(&a.1));
        best.into_iter().map(|(front, _)| front).collect()
    }

    /// The best plans with different goals or different last conquests, examined closely, the best
    /// first; `hold` is the value of holding.
    fn various(&self, board: &Board, spare: u32, hold: f32) -> Vec<Plan> {
        let mut seen: Vec<(Goal, Option<u16>)> = Vec::new();
        let mut found: Vec<Plan> = Vec::new();
        for plan in self.plans(board, spare, MANY, hold) {
            let last = plan.marches.last().and_then(|march| march.steps.last());
            let kind = (plan.goal, last.map(|step| step.1));
            if seen.len() < KINDS && !seen.contains(&kind) {
                seen.push(kind);
                self.closer(board, spare, &plan, f32::NEG_INFINITY, &mut |plan| {
                    found.push(plan);
                });
            }
        }
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_units_in_other_parts_are_the_same_plan() {
        assert_eq!(piled(&[(3, 1), (1, 2), (3, 4)]), [(1, 2), (3, 5)]);
        assert_eq!(piled(&[(3, 5), (1, 2)]), [(1, 2), (3, 5)]);
    }
}
