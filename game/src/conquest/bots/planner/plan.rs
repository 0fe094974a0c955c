//! Candidate plans for a turn, and what they promise.
//!
//! A turn can be played in more ways than could ever be listed, so only those are that
//! have a goal: take a neighbour, make a continent whole, break a rival's, defeat a rival,
//! or hold. Each is a few marches from stacks of one's own, found by [`route`]: one stack on
//! a tour through all targets, or several that share them.
//!
//! ```text
//! goal ──> targets ──> marches ──> chance of all their battles   (chance.rs)
//!                                    │ below the gate: not dared
//!                                    v
//!            value of the position after success  (value.rs)  * chance
//!          + value after failure                              * (1 - chance)
//! ```
//!
//! Success is the position with everything taken and the mean number of survivors in the
//! last territory. Failure is one position for all ways to fail: the march broke off at the
//! battle likeliest to be lost, with half of its defenders left.
//!
//! At first glance each candidate is valued with all units that can be placed. The best few
//! are then looked at closely: with just as many units as give them the chance of
//! [`Weights::confidence`], and the rest for what could follow after success; or with all.
//! Everything is worked out anew after each battle that did not go as expected, so a plan
//! need only be good enough for its first step.
//!
//! Our own design; limits such as [`MOST_TAKES`] keep a turn on a large map in
//! milliseconds.

use super::board::{Board, Scene};
use super::chance::Law;
use super::route::{self, March};
use super::value::value;
use super::weights::Weights;

/// What a plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Stay and be strong.
    Hold,
    /// Take a neighbour: a card, a shorter border, a link.
    Take,
    /// Make a continent whole.
    Continent,
    /// Break the continent of a rival.
    Break,
    /// Defeat a rival, for the cards.
    Defeat,
}

/// A plan for a turn.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub(super) goal: Goal,
    /// Where to place how many units, first to last.
    pub(super) places: Vec<(u16, u32)>,
    /// What to conquer; nothing to hold.
    pub(super) marches: Vec<March>,
    /// The chance that all of it succeeds.
    pub(super) chance: f32,
    /// The value to be expected at the end of the turn.
    pub(super) value: f32,
}

/// What a plan leads to.
struct Prospect {
    chance: f32,
    /// The position after success.
    success: Board,
    /// The value that the best plan so far promises.
    best: f32,
    /// The value after failure.
    worst: f32,
}

impl Prospect {
    fn value(&self) -> f32 {
        self.expect(self.best)
    }

    /// The value if success is worth `best`.
    fn expect(&self, best: f32) -> f32 {
        self.chance * best + (1.0 - self.chance) * self.worst
    }
}

/// Candidates of a kind at most: maps can be large, turns cannot be long.
const MOST_TAKES: usize = 64;
const MOST_TARGETS: usize = 16;
const MOST_ROOTS: usize = 5;
/// Plans that are looked at closely.
const CLOSELY: usize = 4;

/// Looks for plans.
pub(super) struct Search<'a> {
    pub(super) scene: &'a Scene,
    pub(super) weights: &'a Weights,
}

impl Search<'_> {
    /// The best plan with `spare` units to place, looked at closely: what the
    /// units that it does not need could do, and what could follow.
    pub(super) fn best(&self, board: &Board, spare: u32) -> Plan {
        let mut plans = self.plans(board, spare);
        plans.sort_by(|a, b| b.value.total_cmp(&a.value));
        plans.truncate(CLOSELY);
        let mut best = self.hold(board, spare);
        for plan in plans {
            let places = self.enough(board, &plan.marches, spare);
            let needed: u32 = places.iter().map(|place| place.1).sum();
            for (places, left) in [(places, spare - needed), (plan.places.clone(), 0)] {
                let Some(prospect) = self.prospect(board, &plan.marches, &places) else {
                    continue;
                };
                let next = self.quick(&prospect.success, left);
                let value = prospect.expect(next.value);
                if value > best.value {
                    let mut plan = plan.clone();
                    plan.value = value;
                    plan.chance = prospect.chance;
                    plan.places = places;
                    plan.places.extend(next.places);
                    best = plan;
                }
                if left == 0 {
                    break;
                }
            }
        }
        best
    }

    /// The best plan with all `spare` units for it, at first glance.
    pub(super) fn quick(&self, board: &Board, spare: u32) -> Plan {
        let hold = self.hold(board, spare);
        let plans = self.plans(board, spare);
        plans.into_iter().fold(
            hold,
            |best, plan| if plan.value > best.value { plan } else { best },
        )
    }

    /// To stay, the units where they are worth most.
    pub(super) fn hold(&self, board: &Board, spare: u32) -> Plan {
        let mut board = board.clone();
        let mut places: Vec<(u16, u32)> = Vec::new();
        let mut left = spare;
        let mut best = value(self.scene, self.weights, &board);
        if spare > 0 {
            let fronts = self.strongest(&board, MOST_TAKES);
            while left > 0 {
                // In two halves, the larger first.
                let units = if places.is_empty() {
                    left.div_ceil(2)
                } else {
                    left
                };
                let mut most = None;
                for &front in &fronts {
                    if most.is_some() && self.scene.is_stopped() {
                        break;
                    }
                    *board.units_mut(front) += units;
                    let value = value(self.scene, self.weights, &board);
                    *board.units_mut(front) -= units;
                    if most.is_none_or(|(most, _)| value > most) {
                        most = Some((value, front));
                    }
                }
                let Some((value, front)) = most else { break };
                *board.units_mut(front) += units;
                best = value;
                places.push((front, units));
                left -= units;
            }
        }
        Plan {
            goal: Goal::Hold,
            places,
            marches: Vec::new(),
            chance: 1.0,
            value: best,
        }
    }

    /// Own territories to attack from, the strongest first.
    fn strongest(&self, board: &Board, most: usize) -> Vec<u16> {
        let mut fronts = self.scene.fronts(board);
        fronts.sort_by_key(|&t| std::cmp::Reverse(board.units(t)));
        fronts.truncate(most);
        fronts
    }

    /// All candidates that are dared, valued with all `spare` units for them.
    fn plans(&self, board: &Board, spare: u32) -> Vec<Plan> {
        let mut plans = Vec::new();
        self.candidates(board, spare, &mut |goal, marches| {
            if self.scene.is_stopped() {
                return;
            }
            let mut places = Vec::new();
            if spare > 0 {
                places = self.enough(board, &marches, spare);
                let needed: u32 = places.iter().map(|place| place.1).sum();
                if let (Some(march), true) = (marches.last(), needed < spare) {
                    places.push((march.root, spare - needed));
                }
            }
            if let Some(prospect) = self.prospect(board, &marches, &places) {
                plans.push(Plan {
                    goal,
                    places,
                    marches,
                    chance: prospect.chance,
                    value: prospect.value(),
                });
            }
        });
        plans
    }

    fn candidates(&self, board: &Board, spare: u32, add: &mut impl FnMut(Goal, Vec<March>)) {
        let scene = self.scene;
        let fronts = self.strongest(board, usize::MAX);
        let power = |t: u16| board.units(t) - 1 + spare;
        let roots: Vec<u16> = fronts
            .iter()
            .copied()
            .filter(|&t| power(t) > 0)
            .take(MOST_ROOTS)
            .collect();
        // Neighbours, each from the two strongest stacks beside it.
        let mut takes: Vec<(u16, u8)> = Vec::new();
        for &root in fronts.iter().filter(|&&t| power(t) > 0) {
            for &to in scene.ground.out(root) {
                if scene.mine(board, to) || takes.len() >= MOST_TAKES {
                    continue;
                }
                match takes.iter_mut().find(|(t, _)| *t == to) {
                    Some((_, 2..)) => continue,
                    Some((_, count)) => *count += 1,
                    None => takes.push((to, 1)),
                }
                let steps = vec![(root, to)];
                add(Goal::Take, vec![March { root, steps }]);
            }
        }
        let all: u32 = fronts.iter().map(|&t| board.units(t) - 1).sum::<u32>() + spare;
        for (_, members) in &scene.ground.continents {
            if scene.is_stopped() {
                return;
            }
            let enemy = |t: &u16| !scene.mine(board, *t);
            let targets: Vec<u16> = members.iter().copied().filter(enemy).collect();
            self.conquests(board, spare, all, &roots, Goal::Continent, &targets, add);
            let owner = board.owner(members[0]);
            let whole = members.iter().all(|&t| board.owner(t) == owner);
            if whole && owner != scene.me && scene.plays[usize::from(owner)] {
                for &root in &roots {
                    if let Some(march) = route::raid(scene, board, root, members, power(root)) {
                        add(Goal::Break, vec![march]);
                    }
                }
            }
        }
        for p in 0..scene.plays.len() as u8 {
            if p == scene.me || !scene.plays[usize::from(p)] {
                continue;
            }
            if board.territories[usize::from(p)] as usize > MOST_TARGETS {
                continue;
            }
            let all_of = (0..scene.ground.len()).filter(|&t| board.owner(t) == p);
            let targets: Vec<u16> = all_of.collect();
            self.conquests(board, spare, all, &roots, Goal::Defeat, &targets, add);
        }
    }

    /// Ways to take all of `targets`, with one stack and with several.
    #[expect(clippy::too_many_arguments, reason = "a step of the enumeration")]
    fn conquests(
        &self,
        board: &Board,
        spare: u32,
        all: u32,
        roots: &[u16],
        goal: Goal,
        targets: &[u16],
        add: &mut impl FnMut(Goal, Vec<March>),
    ) {
        if !(1..=MOST_TARGETS).contains(&targets.len()) {
            return;
        }
        // One for one and who stays: a fifth fewer have no real chance.
        let count = targets.len() as u32;
        let cost = count + targets.iter().map(|&t| board.units(t)).sum::<u32>();
        let dare = |units: u32| units + units / 5 + 1;
        for &root in roots {
            let most = dare(board.units(root) - 1 + spare);
            if cost <= most
                && let Some(march) = route::tour(self.scene, board, root, targets, most)
                && (march.steps.len() > 1 || goal == Goal::Defeat)
            {
                add(goal, vec![march]);
            }
        }
        let all = dare(all);
        if count > 1
            && cost <= all
            && let Some(marches) =
                route::forest(self.scene, board, &self.strongest(board, 32), targets, all)
            && marches.len() > 1
        {
            add(goal, marches);
        }
    }

    /// The fewest units to be placed so that each march has the chance of
    /// [`Weights::confidence`], as long as `spare` lasts.
    fn enough(&self, board: &Board, marches: &[March], spare: u32) -> Vec<(u16, u32)> {
        let law = Law::classic();
        let mut left = spare;
        let mut places = Vec::new();
        for march in marches {
            if left == 0 {
                break;
            }
            let attackers = board.units(march.root) - 1;
            let chance = |units: u32| {
                let defenders = march.steps.iter().map(|step| board.units(step.1));
                law.campaign(attackers + units, defenders).chance
            };
            let (mut low, mut high) = (0, left);
            while low < high {
                let middle = low.midpoint(high);
                if chance(middle) >= self.weights.confidence {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            if low > 0 {
                places.push((march.root, low));
                left -= low;
            }
        }
        places
    }

    /// What the marches lead to; nothing if they are not dared.
    fn prospect(
        &self,
        board: &Board,
        marches: &[March],
        places: &[(u16, u32)],
    ) -> Option<Prospect> {
        let law = Law::classic();
        let me = self.scene.me;
        let mut success = board.clone();
        for &(at, units) in places {
            *success.units_mut(at) += units;
        }
        let mut failure = success.clone();
        let mut chance = 1.0;
        let mut weakest = (1.0, 0, 0);
        for (number, march) in marches.iter().enumerate() {
            let attackers = success.units(march.root) - 1;
            let defenders = march.steps.iter().map(|step| board.units(step.1));
            let odds = law.campaign(attackers, defenders);
            chance *= odds.chance;
            if chance < self.weights.gate(self.scene.rivals) {
                return None;
            }
            if odds.chance < weakest.0 {
                weakest = (odds.chance, number, odds.weakest);
            }
            *success.units_mut(march.root) = 1;
            for &(_, to) in &march.steps {
                success.take(to, me, 1);
            }
            if let Some(&(_, last)) = march.steps.last() {
                *success.units_mut(last) = (odds.standing.round() as u32).max(1);
            }
        }
        success.conquered = true;
        let mut best = value(self.scene, self.weights, &success);
        if let [March { root, steps }] = marches
            && let [(_, to)] = steps[..]
        {
            // The stack may as well stay.
            let units = success.units(to);
            let moved = units.min(3);
            let mut other = success.clone();
            *other.units_mut(to) = moved;
            *other.units_mut(*root) = 1 + units - moved;
            let value = value(self.scene, self.weights, &other);
            if value > best {
                best = value;
                success = other;
            }
        }
        let mut worst = best;
        if chance < 0.99 {
            let (_, number, weakest) = weakest;
            let march = &marches[number];
            *failure.units_mut(march.root) = 1;
            for &(_, to) in &march.steps[..weakest] {
                failure.take(to, me, 1);
                failure.conquered = true;
            }
            let left = failure.units_mut(march.steps[weakest].1);
            *left = left.div_ceil(2);
            worst = value(self.scene, self.weights, &failure);
        }
        Some(Prospect {
            chance,
            success,
            best,
            worst,
        })
    }
}
