//! Candidate plans for a turn, and what they promise.
//!
//! A turn can be played in more ways than could ever be listed, so only those are that
//! have a goal: take a neighbour, make a continent whole, break a rival's, defeat a rival,
//! or hold. Each is a few marches from stacks of one's own, found by [`route`]: one stack on
//! a tour through all targets, or several that share them.
//!
//! ```text
//! goal ──> targets ──> marches ──> chance of all their battles   (outlook.rs)
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
//! [`confidence`](super::Weights::confidence), and the rest for what could follow after success; or with all.
//! Everything is worked out anew after each battle that did not go as expected, so a plan
//! need only be good enough for its first step.
//!
//! A plan that cannot become one of the best, even if its failure cost nothing, is dropped as
//! soon as that is known: before its failure is valued.
//!
//! Our own design; limits such as [`MOST_TAKES`] keep a turn on a large map in
//! milliseconds.

use super::board::Board;
use super::chance::Law;
use super::outlook::{Outlook, Prospect, SURE, Search, greatest, odds};
use super::route::March;
use super::value::LANES;

/// What a plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Goal {
    /// Stay and be strong.
    #[default]
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

/// A candidate that is dared.
#[derive(Debug, Default)]
pub(super) struct Try {
    goal: Goal,
    marches: Vec<March>,
    places: Vec<(u16, u32)>,
    outlook: Outlook,
    /// The value after success.
    best: f32,
    /// The value after failure, once it is known.
    worst: Option<f32>,
}

impl Try {
    /// Forgets what was tried before, but not the room for it.
    fn renew(&mut self, goal: Goal, marches: &[March], places: &[(u16, u32)], outlook: Outlook) {
        self.goal = goal;
        self.marches.truncate(marches.len());
        let known = self.marches.len();
        for (own, march) in self.marches.iter_mut().zip(marches) {
            own.root = march.root;
            own.steps.clone_from(&march.steps);
        }
        self.marches.extend_from_slice(&marches[known..]);
        self.places.clear();
        self.places.extend_from_slice(places);
        self.outlook = outlook;
        self.worst = None;
    }

    /// What it leads to if failure is worth `worst`.
    fn prospect(&self, worst: f32) -> Prospect {
        Prospect {
            chance: self.outlook.chance,
            best: self.best,
            worst,
        }
    }

    fn is_sure(&self) -> bool {
        self.outlook.chance >= SURE
    }

    /// What it may be worth: to fail is no better than to hold.
    fn promise(&self, hold: f32) -> f32 {
        let worst = if self.is_sure() {
            self.best
        } else {
            self.best.min(hold)
        };
        self.prospect(worst).value()
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
/// Positions that are kept to be valued together.
const MOST_BOARDS: usize = 64;
/// Plans that are looked at closely.
const CLOSELY: usize = 4;

impl Search<'_> {
    /// The best plan with `spare` units to place, looked at closely: what the
    /// units that it does not need could do, and what could follow.
    pub(super) fn best(&self, board: &Board, spare: u32) -> Plan {
        let mut best = self.hold(board, spare);
        let least = best.value;
        self.closely(board, spare, least, &mut |plan| {
            if plan.value > best.value {
                best = plan;
            }
        });
        best
    }

    /// Looks closely at the best plans; `hold` is what holding is worth.
    fn closely(&self, board: &Board, spare: u32, hold: f32, found: &mut impl FnMut(Plan)) {
        for plan in self.plans(board, spare, CLOSELY, f32::NEG_INFINITY, hold) {
            self.closer(board, spare, &plan, found);
        }
    }

    /// Looks closely at a plan: with just enough units for it, and with all.
    pub(super) fn closer(
        &self,
        board: &Board,
        spare: u32,
        plan: &Plan,
        found: &mut impl FnMut(Plan),
    ) {
        let mut places = Vec::new();
        self.enough(board, &plan.marches, spare, &mut places);
        let needed: u32 = places.iter().map(|place| place.1).sum();
        for (places, left) in [(places, spare - needed), (plan.places.clone(), 0)] {
            let prospect = self.prospect(board, &plan.marches, &places);
            let Some((prospect, success)) = prospect else {
                continue;
            };
            let next = self.quick(&success, left);
            self.room.put([success]);
            let mut plan = plan.clone();
            plan.value = prospect.expect(next.value);
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
            found(plan);
            if left == 0 {
                break;
            }
        }
    }

    /// The best plan with all `spare` units for it, at first glance.
    pub(super) fn quick(&self, board: &Board, spare: u32) -> Plan {
        let hold = (spare > 0).then(|| self.hold(board, spare));
        let mut tries = self.tries(board, spare, hold.is_none());
        // Without units to place, to hold is the first of what was tried.
        let hold = hold.unwrap_or_else(|| Plan {
            goal: Goal::Hold,
            places: Vec::new(),
            marches: Vec::new(),
            chance: 1.0,
            value: tries[0].best,
        });
        let plans = self.choose(board, spare, &mut tries, 1, [hold.value; 2]);
        self.room.tries.borrow_mut().extend(tries);
        plans.into_iter().next().unwrap_or(hold)
    }

    /// To stay, the units where they are worth most.
    pub(super) fn hold(&self, board: &Board, spare: u32) -> Plan {
        let mut places: Vec<(u16, u32)> = Vec::new();
        let mut value = None;
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
                if self.scene.is_stopped() {
                    fronts.truncate(1);
                }
                let boards = fronts.iter().map(|&front| {
                    let mut board = self.room.copy(&board);
                    *board.units_mut(front) += units;
                    board
                });
                let Some((at, best)) = greatest(self.weigh(boards)) else {
                    break;
                };
                *board.units_mut(fronts[at]) += units;
                value = Some(best);
                places.push((fronts[at], units));
                left -= units;
            }
            self.room.put([board]);
        }
        Plan {
            goal: Goal::Hold,
            places,
            marches: Vec::new(),
            chance: 1.0,
            value: value.unwrap_or_else(|| self.value(board)),
        }
    }

    /// The best `most` of the candidates that are dared and worth more than `least`, valued
    /// with all `spare` units for them; `hold` is what holding is worth.
    pub(super) fn plans(
        &self,
        board: &Board,
        spare: u32,
        most: usize,
        least: f32,
        hold: f32,
    ) -> Vec<Plan> {
        let mut tries = self.tries(board, spare, false);
        let plans = self.choose(board, spare, &mut tries, most, [least, hold]);
        self.room.tries.borrow_mut().extend(tries);
        plans
    }

    /// The candidates that are dared, with the value after success; before them to stay as it
    /// is, if that is wanted.
    fn tries(&self, board: &Board, spare: u32, stay: bool) -> Vec<Try> {
        let mut tries = Vec::new();
        // So many of them are valued.
        let mut rated = 0;
        let mut boards = Vec::new();
        let mut places = Vec::new();
        let fresh = || self.room.tries.borrow_mut().pop().unwrap_or_default();
        if stay {
            let mut tried = fresh();
            tried.renew(Goal::Hold, &[], &[], Outlook::SURE);
            tries.push(tried);
            boards.push(self.room.copy(board));
        }
        self.candidates(board, spare, &mut |goal, marches| {
            if self.scene.is_stopped() {
                return;
            }
            places.clear();
            if let ([march], true) = (marches, spare > 0) {
                // All for the one stack; which of them it needs is told apart if it is chosen.
                places.push((march.root, spare));
            } else if spare > 0 {
                if !self.dares(board, marches, spare) {
                    return;
                }
                self.share(board, marches, spare, &mut places);
            }
            if let Some(outlook) = self.succeed(board, marches, &places, &mut boards) {
                let mut tried = fresh();
                tried.renew(goal, marches, &places, outlook);
                tries.push(tried);
            }
            if boards.len() >= MOST_BOARDS {
                self.rate(&mut tries[rated..], &mut boards);
                rated = tries.len();
            }
        });
        self.rate(&mut tries[rated..], &mut boards);
        tries
    }

    /// Values what was tried after success, which `boards` show one after the other.
    fn rate(&self, tries: &mut [Try], boards: &mut Vec<Board>) {
        let mut values = self.values(boards).into_iter();
        self.room.put(boards.drain(..));
        for tried in tries {
            let values = values.by_ref().take(tried.outlook.boards);
            tried.best = greatest(values).map_or(0.0, |(_, value)| value);
        }
    }

    /// The best `most` of what was tried, as [`plans`](Self::plans) wants them.
    fn choose(
        &self,
        board: &Board,
        spare: u32,
        all: &mut [Try],
        most: usize,
        [least, hold]: [f32; 2],
    ) -> Vec<Plan> {
        let mut best = Best {
            plans: Vec::with_capacity(most),
            most,
            least,
        };
        for number in 0..all.len() {
            let bound = best.bound();
            if all[number].promise(hold) <= bound {
                continue;
            }
            let open = |tried: &Try| !tried.is_sure() && tried.worst.is_none();
            if open(&all[number]) {
                // With the next few that seem to be worth it.
                let some = all[number..].iter_mut();
                let some = some.filter(|tried| open(tried) && tried.promise(hold) > bound);
                let some: Vec<&mut Try> = some.take(LANES).collect();
                let boards = some
                    .iter()
                    .map(|t| self.fail(board, &t.marches, &t.places, t.outlook));
                let boards: Vec<Board> = boards.collect();
                for (tried, value) in some.into_iter().zip(self.values(&boards)) {
                    tried.worst = Some(value);
                }
                self.room.put(boards);
            }
            let tried = &mut all[number];
            let prospect = tried.prospect(tried.worst.unwrap_or(tried.best));
            if prospect.value() > bound {
                if let ([_], true) = (&tried.marches[..], spare > 0) {
                    tried.places.clear();
                    self.share(board, &tried.marches, spare, &mut tried.places);
                }
                best.add(Plan {
                    goal: tried.goal,
                    places: std::mem::take(&mut tried.places),
                    marches: std::mem::take(&mut tried.marches),
                    chance: prospect.chance,
                    value: prospect.value(),
                });
            }
        }
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
        for p in scene.playing() {
            if p == usize::from(scene.me) || board.territories[p] as usize > MOST_TARGETS {
                continue;
            }
            targets.clear();
            targets.extend((0..scene.ground.len()).filter(|&t| usize::from(board.owner(t)) == p));
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
            // Nor has a stack against more than the strongest would dare.
            let strongest = stacks.iter().map(|&t| board.units(t)).max();
            let most = dare(strongest.unwrap_or(0) + spare);
            let mut router = self.room.router.borrow_mut();
            let marches = router.forest(self.scene, board, stacks, targets, most);
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
            .map(|march| odds(board, march, board.units(march.root) - 1 + spare, gate).chance);
        chances.product::<f32>() >= gate
    }

    /// The fewest units to be placed so that each march has the chance of
    /// [`confidence`](super::Weights::confidence), as long as `spare` lasts.
    fn enough(&self, board: &Board, marches: &[March], spare: u32, places: &mut Vec<(u16, u32)>) {
        let mut left = spare;
        let least = self.weights.confidence;
        for march in marches {
            if left == 0 {
                break;
            }
            let attackers = board.units(march.root) - 1;
            let (mut low, mut high) = (0, left);
            while low < high {
                let middle = low.midpoint(high);
                if odds(board, march, attackers + middle, least).chance >= least {
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

    /// All `spare` units placed for the marches: [`enough`](Self::enough) for each, the rest
    /// for the last.
    fn share(&self, board: &Board, marches: &[March], spare: u32, places: &mut Vec<(u16, u32)>) {
        self.enough(board, marches, spare, places);
        let needed: u32 = places.iter().map(|place| place.1).sum();
        if let (Some(march), true) = (marches.last(), needed < spare) {
            places.push((march.root, spare - needed));
        }
    }
}

/// Something to be made one's own as a whole.
struct Conquest {
    goal: Goal,
    /// Territories to be taken.
    count: u32,
    /// Units that it takes at least, more or less.
    cost: u32,
}
