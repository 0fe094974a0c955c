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
//! A plan that cannot become one of the best, even if its failure cost nothing, is dropped as
//! soon as that is known: before its failure is valued. Positions are made in boards that are
//! used again.
//!
//! Our own design; limits such as [`MOST_TAKES`] keep a turn on a large map in
//! milliseconds.

use std::cell::RefCell;

use super::board::{Board, Scene};
use super::chance::{Campaign, Law};
use super::route::{March, Router};
use super::value::Desk;
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
#[derive(Debug, Clone, Copy)]
pub(super) struct Prospect {
    pub(super) chance: f32,
    /// The value after success.
    best: f32,
    /// The value after failure.
    worst: f32,
}

impl Prospect {
    pub(super) fn value(self) -> f32 {
        self.expect(self.best)
    }

    /// The value if success is worth `best`.
    fn expect(self, best: f32) -> f32 {
        self.chance * best + (1.0 - self.chance) * self.worst
    }
}

/// The best plans so far, the best first.
struct Best {
    plans: Vec<Plan>,
    most: usize,
    /// What a plan must promise more than, to be worth a look.
    least: f32,
}

impl Best {
    fn bound(&self) -> f32 {
        match self.plans.last() {
            Some(last) if self.plans.len() == self.most => last.value.max(self.least),
            _ => self.least,
        }
    }

    fn add(&mut self, plan: Plan) {
        let at = self.plans.partition_point(|p| p.value >= plan.value);
        self.plans.truncate(self.most - 1);
        self.plans.insert(at.min(self.plans.len()), plan);
    }
}

/// Candidates of a kind at most: maps can be large, turns cannot be long.
const MOST_TAKES: usize = 64;
const MOST_TARGETS: usize = 16;
const MOST_ROOTS: usize = 5;
/// Stacks that may share a conquest.
const MOST_STACKS: usize = 32;
/// Plans that are looked at closely.
const CLOSELY: usize = 4;

/// Room to search in, to be used again for the next search.
#[derive(Debug, Default)]
pub(super) struct Room {
    desk: RefCell<Desk>,
    router: RefCell<Router>,
    boards: RefCell<Vec<Board>>,
}

impl Room {
    /// A copy of `board`; [`put`](Self::put) it back after use.
    pub(super) fn copy(&self, board: &Board) -> Board {
        let mut copy = self.boards.borrow_mut().pop().unwrap_or_default();
        copy.clone_from(board);
        copy
    }

    pub(super) fn put(&self, board: Board) {
        self.boards.borrow_mut().push(board);
    }
}

/// Looks for plans.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) scene: &'a Scene,
    pub(super) weights: &'a Weights,
    pub(super) room: &'a Room,
}

impl Search<'_> {
    /// The value of a position at the end of the turn.
    pub(super) fn value(&self, board: &Board) -> f32 {
        let mut desk = self.room.desk.borrow_mut();
        desk.value(self.scene, self.weights, board)
    }

    /// The best plan with `spare` units to place, looked at closely: what the
    /// units that it does not need could do, and what could follow.
    pub(super) fn best(&self, board: &Board, spare: u32) -> Plan {
        let mut best = self.hold(board, spare);
        let plans = self.plans(board, spare, CLOSELY, f32::NEG_INFINITY, best.value);
        let mut success = self.room.copy(board);
        for plan in plans {
            let mut places = Vec::new();
            self.enough(board, &plan.marches, spare, &mut places);
            let needed: u32 = places.iter().map(|place| place.1).sum();
            for (places, left) in [(places, spare - needed), (plan.places.clone(), 0)] {
                let marches = &plan.marches;
                let prospect = self.prospect(board, marches, &places, &mut success, NO_BOUND);
                let Some(prospect) = prospect else {
                    continue;
                };
                let next = self.quick(&success, left);
                let value = prospect.expect(next.value);
                if value > best.value {
                    let mut plan = plan.clone();
                    plan.value = value;
                    plan.chance = prospect.chance;
                    plan.places = places;
                    // What is to go on from a conquest is placed where its stack sets out.
                    let root = plan.marches.last().map(|march| march.root);
                    let at = |t| match root {
                        Some(root) if !self.scene.mine(board, t) => root,
                        _ => t,
                    };
                    let next = next.places.into_iter();
                    plan.places.extend(next.map(|(t, units)| (at(t), units)));
                    best = plan;
                }
                if left == 0 {
                    break;
                }
            }
        }
        self.room.put(success);
        best
    }

    /// The best plan with all `spare` units for it, at first glance.
    pub(super) fn quick(&self, board: &Board, spare: u32) -> Plan {
        let hold = self.hold(board, spare);
        let plans = self.plans(board, spare, 1, hold.value, hold.value);
        plans.into_iter().next().unwrap_or(hold)
    }

    /// To stay, the units where they are worth most.
    pub(super) fn hold(&self, board: &Board, spare: u32) -> Plan {
        let mut places: Vec<(u16, u32)> = Vec::new();
        let mut best = self.value(board);
        if spare > 0 {
            let mut board = self.room.copy(board);
            let mut left = spare;
            let mut fronts = self.scene.fronts(&board);
            fronts.truncate(MOST_TAKES);
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
                    let value = self.value(&board);
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
            self.room.put(board);
        }
        Plan {
            goal: Goal::Hold,
            places,
            marches: Vec::new(),
            chance: 1.0,
            value: best,
        }
    }

    /// The best `most` of the candidates that are dared and worth more than `least`, valued
    /// with all `spare` units for them; `hold` is what holding is worth.
    fn plans(&self, board: &Board, spare: u32, most: usize, least: f32, hold: f32) -> Vec<Plan> {
        let mut best = Best {
            plans: Vec::with_capacity(most),
            most,
            least,
        };
        let mut places = Vec::new();
        let mut success = self.room.copy(board);
        self.candidates(board, spare, &mut |goal, marches| {
            if self.scene.is_stopped() {
                return;
            }
            places.clear();
            if spare > 0 {
                if !self.dares(board, marches, spare) {
                    return;
                }
                self.enough(board, marches, spare, &mut places);
                let needed: u32 = places.iter().map(|place| place.1).sum();
                if let (Some(march), true) = (marches.last(), needed < spare) {
                    places.push((march.root, spare - needed));
                }
            }
            let bound = Bound {
                least: best.bound(),
                hold,
            };
            let prospect = self.prospect(board, marches, &places, &mut success, bound);
            if let Some(prospect) = prospect
                && prospect.value() > bound.least
            {
                best.add(Plan {
                    goal,
                    places: places.clone(),
                    marches: marches.to_vec(),
                    chance: prospect.chance,
                    value: prospect.value(),
                });
            }
        });
        self.room.put(success);
        best.plans
    }

    fn candidates(&self, board: &Board, spare: u32, add: &mut impl FnMut(Goal, &[March])) {
        let scene = self.scene;
        let fronts = scene.fronts(board);
        let power = |t: u16| board.units(t) - 1 + spare;
        let strong = fronts.iter().copied().filter(|&t| power(t) > 0);
        let roots: Vec<u16> = strong.clone().take(MOST_ROOTS).collect();
        // Neighbours, each from the two strongest stacks beside it.
        let mut takes: Vec<(u16, u8)> = Vec::new();
        let mut one = [March {
            root: 0,
            steps: vec![(0, 0)],
        }];
        for root in strong {
            for &to in scene.ground.out(root) {
                if scene.mine(board, to) || takes.len() >= MOST_TAKES {
                    continue;
                }
                match takes.iter_mut().find(|(t, _)| *t == to) {
                    Some((_, 2..)) => continue,
                    Some((_, count)) => *count += 1,
                    None => takes.push((to, 1)),
                }
                one[0].root = root;
                one[0].steps[0] = (root, to);
                add(Goal::Take, &one);
            }
        }
        let force: u32 = fronts.iter().map(|&t| board.units(t) - 1).sum::<u32>() + spare;
        let stacks = &fronts[..fronts.len().min(MOST_STACKS)];
        let mut targets = Vec::new();
        let conquest = |goal, targets: &[u16]| Conquest {
            goal,
            count: targets.len() as u32,
            // One for one and who stays.
            cost: targets.iter().map(|&t| board.units(t) + 1).sum(),
        };
        for (_, members) in &scene.ground.continents {
            if scene.is_stopped() {
                return;
            }
            targets.clear();
            targets.extend(members.iter().copied().filter(|&t| !scene.mine(board, t)));
            let whole = conquest(Goal::Continent, &targets);
            self.conquests(
                board,
                [spare, force],
                [&roots, stacks],
                &whole,
                &targets,
                add,
            );
            let owner = board.owner(members[0]);
            if owner != scene.me
                && scene.plays[usize::from(owner)]
                && members.iter().all(|&t| board.owner(t) == owner)
            {
                for &root in &roots {
                    let mut router = self.room.router.borrow_mut();
                    let raid = router.raid(scene, board, root, members, power(root));
                    if let Some(march) = raid {
                        add(Goal::Break, &[march]);
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
            targets.clear();
            targets.extend((0..scene.ground.len()).filter(|&t| board.owner(t) == p));
            let all = conquest(Goal::Defeat, &targets);
            self.conquests(board, [spare, force], [&roots, stacks], &all, &targets, add);
        }
    }

    /// Ways to take all of `targets`, with one stack of the `roots` and with several of the
    /// `stacks`; `spare` units are to be placed, and with them the force of all is `force`.
    fn conquests(
        &self,
        board: &Board,
        [spare, force]: [u32; 2],
        [roots, stacks]: [&[u16]; 2],
        conquest: &Conquest,
        targets: &[u16],
        add: &mut impl FnMut(Goal, &[March]),
    ) {
        let &Conquest { goal, count, cost } = conquest;
        if !(1..=MOST_TARGETS).contains(&targets.len()) {
            return;
        }
        // A fifth fewer than one for one have no real chance, nor has who would hardly beat
        // all the defenders in one place.
        let dare = |units: u32| units + units / 5 + 1;
        let gate = 0.5 * self.weights.gate(self.scene.rivals);
        let hopeless = |units: u32| {
            let attackers = (units + 1).saturating_sub(count);
            Law::classic().win(attackers, cost - count) < gate
        };
        for &root in roots {
            let power = board.units(root) - 1 + spare;
            let most = dare(power);
            if cost > most || hopeless(power) {
                continue;
            }
            let mut router = self.room.router.borrow_mut();
            let march = router.tour(self.scene, board, root, targets, most);
            drop(router);
            if let Some(march) = march
                && (march.steps.len() > 1 || goal == Goal::Defeat)
            {
                add(goal, &[march]);
            }
        }
        let all = dare(force);
        if count > 1 && cost <= all && !hopeless(force) {
            let mut router = self.room.router.borrow_mut();
            let marches = router.forest(self.scene, board, stacks, targets, all);
            drop(router);
            if let Some(marches) = marches
                && marches.len() > 1
            {
                add(goal, &marches);
            }
        }
    }

    /// Whether the marches would be dared if each had all the units that are to be placed.
    fn dares(&self, board: &Board, marches: &[March], spare: u32) -> bool {
        let gate = self.weights.gate(self.scene.rivals);
        let chances = marches
            .iter()
            .map(|march| odds(board, march, board.units(march.root) - 1 + spare).chance);
        chances.product::<f32>() >= gate
    }

    /// The fewest units to be placed so that each march has the chance of
    /// [`Weights::confidence`], as long as `spare` lasts.
    fn enough(&self, board: &Board, marches: &[March], spare: u32, places: &mut Vec<(u16, u32)>) {
        let mut left = spare;
        for march in marches {
            if left == 0 {
                break;
            }
            let attackers = board.units(march.root) - 1;
            let (mut low, mut high) = (0, left);
            while low < high {
                let middle = low.midpoint(high);
                if odds(board, march, attackers + middle).chance >= self.weights.confidence {
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
    }

    /// What the marches lead to, with the position after success; nothing if they are not
    /// dared, or cannot be worth more than the bound.
    pub(super) fn prospect(
        &self,
        board: &Board,
        marches: &[March],
        places: &[(u16, u32)],
        success: &mut Board,
        bound: Bound,
    ) -> Option<Prospect> {
        let me = self.scene.me;
        success.clone_from(board);
        for &(at, units) in places {
            *success.units_mut(at) += units;
        }
        let mut chance = 1.0;
        let mut weakest = (1.0, 0, 0);
        for (number, march) in marches.iter().enumerate() {
            let odds = odds(board, march, success.units(march.root) - 1);
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
        let mut best = self.value(success);
        if let [March { root, steps }] = marches
            && let [(_, to)] = steps[..]
            && success.units(to) > 3
            && self.scene.is_front(success, *root)
        {
            // The stack may as well stay.
            let units = success.units(to);
            *success.units_mut(to) = 3;
            *success.units_mut(*root) = units - 2;
            let value = self.value(success);
            if value > best {
                best = value;
            } else {
                *success.units_mut(to) = units;
                *success.units_mut(*root) = 1;
            }
        }
        let mut prospect = Prospect {
            chance,
            best,
            worst: best,
        };
        if chance >= 0.99 {
            return Some(prospect);
        }
        // To fail is no better than to hold.
        prospect.worst = best.min(bound.hold);
        if prospect.value() <= bound.least {
            return None;
        }
        let (_, number, weakest) = weakest;
        let march = &marches[number];
        let mut failure = self.room.copy(board);
        for &(at, units) in places {
            *failure.units_mut(at) += units;
        }
        *failure.units_mut(march.root) = 1;
        for &(_, to) in &march.steps[..weakest] {
            failure.take(to, me, 1);
            failure.conquered = true;
        }
        let left = failure.units_mut(march.steps[weakest].1);
        *left = left.div_ceil(2);
        prospect.worst = self.value(&failure);
        self.room.put(failure);
        Some(prospect)
    }
}

/// What makes a plan not worth a closer look.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    /// It must promise more than this.
    least: f32,
    /// What holding is worth.
    hold: f32,
}

pub(super) const NO_BOUND: Bound = Bound {
    least: f32::NEG_INFINITY,
    hold: f32::INFINITY,
};

/// Something to be made one's own as a whole.
struct Conquest {
    goal: Goal,
    /// Territories to be taken.
    count: u32,
    /// Units that it takes at least, more or less.
    cost: u32,
}

/// What becomes of so many attackers on their march.
pub(super) fn odds(board: &Board, march: &March, attackers: u32) -> Campaign {
    let law = Law::classic();
    match march.steps[..] {
        [(_, to)] => law.battle(attackers, board.units(to)),
        _ => law.campaign(
            attackers,
            march.steps.iter().map(|step| board.units(step.1)),
        ),
    }
}
