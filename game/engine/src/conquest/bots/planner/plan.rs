//! Candidate plans for a turn, and what they promise.
//!
//! A turn can be played in far too many ways to list, so only plans with a goal are listed: take
//! a neighbour, complete a continent, break a rival's continent, defeat a rival, or hold. A plan
//! consists of marches found by [`route`](super::route): one stack on a tour through all targets,
//! or several stacks that share them.
//!
//! ```text
//! goal ──> targets ──> marches ──> chance of all their battles   (outlook.rs)
//!                                    │ below the gate: dropped
//!                                    v
//!            value of the position after success  (value.rs)  * chance
//!          + value after failure                              * (1 - chance)
//! ```
//!
//! Success is the position with everything taken and the mean number of survivors in the
//! last territory; in games of two, a single conquest may also leave most of the stack behind. One
//! position stands for all ways to fail: the march stopped at the
//! battle likeliest to be lost, with half of its defenders left.
//!
//! At first, each candidate is valued with all units that can be placed. The best few are then
//! examined closely, with two placements: just enough units for a chance of
//! [`confidence`](super::Weights::confidence), with the rest for what could follow a success; or
//! all units. The planner plans again when a battle goes worse than expected, so a plan need only
//! be right about its first steps.
//!
//! A plan that would not be among the best even if failure cost nothing is dropped before its
//! failure is valued.
//!
//! The design is our own. Limits such as [`MOST_TAKES`] keep a turn on a large map within
//! a fraction of a second.

use super::board::Board;
use super::candidate::{Candidate, Goal, Outlook};
use super::chance::Law;
use super::outlook::{Effort, Search, greatest, odds};
use super::route::{March, Targets};
use super::value::LANES;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub(super) goal: Goal,
    /// Where to place how many units, in order.
    pub(super) places: Vec<(u16, u32)>,
    /// What to conquer; empty to hold.
    pub(super) marches: Vec<March>,
    /// The chance that all of it succeeds.
    pub(super) chance: f32,
    /// The expected value at the end of the turn.
    pub(super) value: f32,
}

/// The best plans so far, the best first.
struct Best {
    plans: Vec<Plan>,
    most: usize,
    /// A plan must be worth more than this.
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

/// The most neighbours considered: maps can be large, turns must be short.
const MOST_TAKES: usize = 64;
/// The most territories of one conquest.
const MOST_TARGETS: usize = 16;
/// The most stacks that may share a conquest.
const MOST_STACKS: usize = 32;
/// Positions that are gathered and valued together.
const MOST_BOARDS: usize = 64;

impl Search<'_> {
    /// The best plan with `spare` units to place. The best few candidates are examined closely: what
    /// could follow, and what else the units that they do not need could do.
    pub(super) fn best(&self, board: &Board, spare: u32) -> Plan {
        let mut best = self.hold(board, spare);
        let plans = self.plans(board, spare, self.effort.closely, best.value);
        let least = plans
            .first()
            .map_or(0.0, |first| first.value - self.effort.margin);
        for plan in plans.iter().filter(|plan| plan.value >= least) {
            let bound = best.value;
            self.closer(board, spare, plan, bound, &mut |plan| {
                if plan.value > best.value {
                    best = plan;
                }
            });
        }
        best
    }

    /// Examines a plan closely, once with just enough of the units to place and once with all. The
    /// value of a plan that is not worth more than `least` may be too low.
    pub(super) fn closer(
        &self,
        board: &Board,
        spare: u32,
        plan: &Plan,
        least: f32,
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
            let next = if self.effort.follows {
                let effort = Effort {
                    follows: false,
                    ..self.effort
                };
                Search { effort, ..*self }.best(&success, left)
            } else {
                self.quick(&success, left, prospect.needs(least))
            };
            self.room.put([success]);
            let mut plan = plan.clone();
            plan.value = prospect.expect(next.value);
            plan.chance = prospect.chance;
            plan.places = places;
            // Units that are to go on from a conquest are placed where its stack sets out.
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

    /// The best plan with all `spare` units for it, without close examination; to hold if none is
    /// worth more than `least`.
    pub(super) fn quick(&self, board: &Board, spare: u32, least: f32) -> Plan {
        let hold = (spare > 0).then(|| self.hold(board, spare));
        let mut tries = self.tries(board, spare, hold.is_none());
        // Without units to place, the first try is to hold.
        let hold = hold.unwrap_or_else(|| Plan {
            goal: Goal::Hold,
            places: Vec::new(),
            marches: Vec::new(),
            chance: 1.0,
            value: tries[0].best,
        });
        let least = hold.value.max(least);
        let plans = self.choose(board, spare, &mut tries, 1, [least, hold.value]);
        self.room.tries.borrow_mut().extend(tries);
        plans.into_iter().next().unwrap_or(hold)
    }

    /// The plan to attack nothing, with the units where they are worth most.
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

    /// The best `most` candidates above the gate, valued with all `spare` units for them; `hold` is
    /// the value of holding.
    pub(super) fn plans(&self, board: &Board, spare: u32, most: usize, hold: f32) -> Vec<Plan> {
        let mut tries = self.tries(board, spare, false);
        let plans = self.choose(board, spare, &mut tries, most, [f32::NEG_INFINITY, hold]);
        self.room.tries.borrow_mut().extend(tries);
        plans
    }

    /// The candidates above the gate, with their values after success. With `stay`, the first is
    /// to leave the position as it is.
    fn tries(&self, board: &Board, spare: u32, stay: bool) -> Vec<Candidate> {
        let mut tries = Vec::with_capacity(MOST_BOARDS);
        // The number of those already valued.
        let mut rated = 0;
        let mut boards = Vec::with_capacity(MOST_BOARDS + 1);
        let mut places = Vec::new();
        let fresh = || self.room.tries.borrow_mut().pop().unwrap_or_default();
        if stay {
            let mut hold = fresh();
            hold.renew(Goal::Hold, &[], &[], Outlook::SURE);
            tries.push(hold);
            boards.push(self.room.copy(board));
        }
        self.candidates(board, spare, &mut |goal, marches| {
            if self.scene.is_stopped() {
                return;
            }
            // Two goals may lead to the same marches.
            if goal != Goal::Take && tries.iter().any(|known| known.marches == marches) {
                return;
            }
            places.clear();
            if let ([march], true) = (marches, spare > 0) {
                // All for the one stack; how many it needs is worked out if it is chosen.
                places.push((march.root, spare));
            } else if spare > 0 {
                if !self.dares(board, marches, spare) {
                    return;
                }
                self.share(board, marches, spare, &mut places);
            }
            if let Some(outlook) = self.succeed(board, marches, &places, &mut boards) {
                let mut next = fresh();
                next.renew(goal, marches, &places, outlook);
                tries.push(next);
            }
            if boards.len() >= MOST_BOARDS {
                self.rate(&mut tries[rated..], &mut boards);
                rated = tries.len();
            }
        });
        self.rate(&mut tries[rated..], &mut boards);
        tries
    }

    /// Sets the value after success of each try. `boards` has their positions in order, and is
    /// emptied.
    fn rate(&self, tries: &mut [Candidate], boards: &mut Vec<Board>) {
        let mut values = self.values(boards).into_iter();
        self.room.put(boards.drain(..));
        for tried in tries {
            let values = values.by_ref().take(tried.outlook.boards);
            tried.best = greatest(values).map_or(0.0, |(_, value)| value);
        }
    }

    /// The best `most` of the tries that are worth more than `least`; `hold` is the value of
    /// holding.
    fn choose(
        &self,
        board: &Board,
        spare: u32,
        all: &mut [Candidate],
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
            let open = |tried: &Candidate| !tried.is_sure() && tried.worst.is_none();
            if open(&all[number]) {
                // Together with the next few that may be good enough.
                let some = all[number..].iter_mut();
                let some = some.filter(|tried| open(tried) && tried.promise(hold) > bound);
                let some: Vec<&mut Candidate> = some.take(LANES).collect();
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
        let roots: Vec<u16> = strong.clone().take(self.effort.roots).collect();
        // Neighbours, each from the two strongest stacks beside it.
        let mut takes: Vec<(u16, u8)> = Vec::with_capacity(MOST_TAKES);
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
        let forces = Forces {
            roots: &roots,
            stacks: &fronts[..fronts.len().min(MOST_STACKS)],
            all: fronts.iter().map(|&t| board.units(t) - 1).sum::<u32>() + spare,
            spare,
        };
        self.room.router.borrow_mut().face(scene, board);
        let mut targets = Vec::with_capacity(usize::from(scene.ground.len()));
        for (number, (_, members)) in scene.ground.continents.iter().enumerate() {
            if scene.is_stopped() {
                return;
            }
            targets.clear();
            targets.extend(members.iter().copied().filter(|&t| !scene.mine(board, t)));
            let all = Targets {
                set: number,
                all: &targets,
                count: targets.len(),
            };
            self.conquests(board, &forces, Goal::Continent, all, add);
            let owner = board.owner(members[0]);
            if owner != scene.me
                && scene.plays[usize::from(owner)]
                && members.iter().all(|&t| board.owner(t) == owner)
            {
                let nearest = Targets { count: 1, ..all };
                for &root in &roots {
                    let mut router = self.room.router.borrow_mut();
                    let raid = router.known_tour(scene, board, root, nearest, power(root));
                    if let Some(march) = raid {
                        add(Goal::Break, std::slice::from_ref(march));
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
            let all = Targets {
                set: scene.ground.continents.len() + p,
                all: &targets,
                count: targets.len(),
            };
            self.conquests(board, &forces, Goal::Defeat, all, add);
        }
    }

    /// Adds ways to take all `targets`, with one stack or with several.
    fn conquests(
        &self,
        board: &Board,
        forces: &Forces<'_>,
        goal: Goal,
        targets: Targets<'_>,
        add: &mut impl FnMut(Goal, &[March]),
    ) {
        if !(1..=MOST_TARGETS).contains(&targets.all.len()) {
            return;
        }
        let count = targets.all.len() as u32;
        // One unit for each defender, and one to stay in each territory.
        let cost: u32 = targets.all.iter().map(|&t| board.units(t) + 1).sum();
        // There is no real chance with a fifth fewer units than one for one, nor with units that
        // would hardly beat all the defenders in one place.
        let dare = |units: u32| units + units / 5 + 1;
        let gate = 0.5 * self.weights.gate(self.scene.rivals);
        let hopeless = |units: u32| {
            let attackers = (units + 1).saturating_sub(count);
            Law::classic().win(attackers, cost - count) < gate
        };
        for &root in forces.roots {
            let power = board.units(root) - 1 + forces.spare;
            let most = dare(power);
            if cost > most || hopeless(power) {
                continue;
            }
            let mut router = self.room.router.borrow_mut();
            let march = router.known_tour(self.scene, board, root, targets, most);
            if let Some(march) = march
                && (march.steps.len() > 1 || goal == Goal::Defeat)
            {
                add(goal, std::slice::from_ref(march));
            }
        }
        let most = dare(forces.all);
        if count == 1 || cost > most || hopeless(forces.all) {
            return;
        }
        // Stacks apart from the targets have to get there, through at least one territory.
        let beside = |t: u16| {
            self.scene
                .ground
                .out(t)
                .iter()
                .any(|to| targets.all.contains(to))
        };
        let helps = |&t: &u16| {
            let power = board.units(t) - 1 + forces.spare;
            power > 2 || power > 0 && beside(t)
        };
        let stacks: Vec<u16> = forces.stacks.iter().copied().filter(helps).collect();
        let all = stacks.iter().map(|&t| board.units(t) - 1).sum::<u32>() + forces.spare;
        let most = dare(all);
        if stacks.len() > 1 && cost <= most && !hopeless(all) {
            let mut router = self.room.router.borrow_mut();
            let marches = router.forest(self.scene, board, &stacks, targets.all, most);
            drop(router);
            if let Some(marches) = marches {
                add(goal, &marches);
            }
        }
    }

    /// Whether the chance would be above the gate if each march had all `spare` units.
    fn dares(&self, board: &Board, marches: &[March], spare: u32) -> bool {
        let gate = self.weights.gate(self.scene.rivals);
        let chances = marches
            .iter()
            .map(|march| odds(board, march, board.units(march.root) - 1 + spare, gate).chance);
        chances.product::<f32>() >= gate
    }

    /// Appends the fewest units to place for each march to have the chance of
    /// [`confidence`](super::Weights::confidence), while `spare` lasts.
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

    /// Appends places for all `spare` units: [`enough`](Self::enough) for each march, the rest for
    /// the last.
    fn share(&self, board: &Board, marches: &[March], spare: u32, places: &mut Vec<(u16, u32)>) {
        self.enough(board, marches, spare, places);
        let needed: u32 = places.iter().map(|place| place.1).sum();
        if let (Some(march), true) = (marches.last(), needed < spare) {
            places.push((march.root, spare - needed));
        }
    }
}

/// What can conquer.
struct Forces<'a> {
    /// Where single stacks set out.
    roots: &'a [u16],
    /// Where several stacks do.
    stacks: &'a [u16],
    /// The units that can attack, including those to place.
    all: u32,
    /// The units to place.
    spare: u32,
}
