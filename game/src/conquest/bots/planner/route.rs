//! Ways to conquer a set of territories.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::board::{Board, Scene};

/// A stack's way: each step attacks from a territory it holds by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct March {
    /// Where the stack stands.
    pub(super) root: u16,
    /// Whence and what, in order.
    pub(super) steps: Vec<(u16, u16)>,
}

/// What it costs to begin anywhere but where the stack stands: some units have
/// to be left there in time.
const BACK: u32 = 2;

/// The cheapest ways from some territories, over enemy ones.
#[derive(Debug, Default)]
struct Ways {
    cost: Vec<u32>,
    before: Vec<u16>,
    open: BinaryHeap<Reverse<(u32, u16)>>,
}

impl Ways {
    /// Forgets all that was found.
    fn clear(&mut self, count: u16) {
        self.cost.clear();
        self.cost.resize(count.into(), u32::MAX);
        self.before.clear();
        self.before.resize(count.into(), u16::MAX);
        self.open.clear();
    }

    fn begin(&mut self, at: u16, cost: u32) {
        self.cost[usize::from(at)] = cost;
        self.before[usize::from(at)] = u16::MAX;
        self.open.push(Reverse((cost, at)));
    }

    /// Goes on to the next nearest territory and says which; what costs more
    /// than `most` is left out.
    fn next(&mut self, scene: &Scene, board: &Board, taken: &[u16], most: u32) -> Option<u16> {
        while let Some(Reverse((cost, at))) = self.open.pop() {
            if cost > self.cost[usize::from(at)] {
                continue;
            }
            for &to in scene.ground.out(at) {
                if scene.mine(board, to) || taken.contains(&to) {
                    continue;
                }
                // The defenders, one for one, and who stays.
                let there = cost.saturating_add(board.units(to)).saturating_add(1);
                if there <= most && there < self.cost[usize::from(to)] {
                    self.cost[usize::from(to)] = there;
                    self.before[usize::from(to)] = at;
                    self.open.push(Reverse((there, to)));
                }
            }
            return Some(at);
        }
        None
    }

    /// The steps of the way to `to`, from where it begins.
    fn steps(&self, to: u16) -> Vec<(u16, u16)> {
        let mut steps = Vec::new();
        let mut at = to;
        while self.before[usize::from(at)] != u16::MAX {
            let before = self.before[usize::from(at)];
            steps.push((before, at));
            at = before;
        }
        steps.reverse();
        steps
    }
}

/// Finds ways; its room is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Router {
    ways: Ways,
    left: Vec<u16>,
    taken: Vec<u16>,
}

impl Router {
    /// A way of one stack from `root` through all `targets`, always on to the
    /// nearest; none if it costs more than `most` units.
    pub(super) fn tour(
        &mut self,
        scene: &Scene,
        board: &Board,
        root: u16,
        targets: &[u16],
        most: u32,
    ) -> Option<March> {
        let Self { ways, left, taken } = self;
        left.clear();
        left.extend(targets);
        taken.clear();
        let mut steps: Vec<(u16, u16)> = Vec::new();
        let mut at = root;
        let mut spent = 0;
        while !left.is_empty() {
            ways.clear(scene.ground.len());
            for &t in taken.iter().chain([&root]) {
                ways.begin(t, if t == at { 0 } else { BACK });
            }
            let found = loop {
                let next = ways.next(scene, board, taken, most - spent)?;
                if left.contains(&next) {
                    break next;
                }
            };
            spent += ways.cost[usize::from(found)];
            if spent > most {
                return None;
            }
            for step in ways.steps(found) {
                taken.push(step.1);
                left.retain(|&t| t != step.1);
                steps.push(step);
            }
            at = found;
        }
        Some(March { root, steps })
    }

    /// A way of one stack from `root` to the nearest territory of `targets`.
    pub(super) fn raid(
        &mut self,
        scene: &Scene,
        board: &Board,
        root: u16,
        targets: &[u16],
        most: u32,
    ) -> Option<March> {
        let ways = &mut self.ways;
        ways.clear(scene.ground.len());
        ways.begin(root, 0);
        loop {
            let next = ways.next(scene, board, &[], most)?;
            if targets.contains(&next) {
                let steps = ways.steps(next);
                return Some(March { root, steps });
            }
        }
    }

    /// Ways of several stacks that together take all `targets`, each from the stack
    /// that is nearest, the stronger the nearer; none if some cannot be reached.
    pub(super) fn forest(
        &mut self,
        scene: &Scene,
        board: &Board,
        roots: &[u16],
        targets: &[u16],
        most: u32,
    ) -> Option<Vec<March>> {
        let strongest = roots.iter().map(|&t| board.units(t)).max()?;
        let ways = &mut self.ways;
        ways.clear(scene.ground.len());
        for &root in roots {
            ways.begin(root, (strongest - board.units(root)) / 2);
        }
        let mut left = targets.len();
        while left > 0 {
            let next = ways.next(scene, board, &[], most.saturating_add(strongest))?;
            left -= usize::from(targets.contains(&next));
        }
        // Every territory on a way to a target, with those after it.
        let mut after: Vec<(u16, u16)> = targets.iter().flat_map(|&t| ways.steps(t)).collect();
        after.sort_unstable();
        after.dedup();
        let mut marches = Vec::new();
        for &root in roots {
            let mut steps = Vec::new();
            walk(board, &after, root, &mut steps);
            if !steps.is_empty() {
                marches.push(March { root, steps });
            }
        }
        Some(marches)
    }
}

/// Appends the steps of the tree below `at`, the cheap branches first: the
/// stack moves on into the last.
fn walk(board: &Board, links: &[(u16, u16)], at: u16, steps: &mut Vec<(u16, u16)>) {
    let mut branches: Vec<(u32, u16)> = links
        .iter()
        .filter(|(from, _)| *from == at)
        .map(|&(_, to)| (need(board, links, to), to))
        .collect();
    branches.sort_unstable();
    for (_, to) in branches {
        steps.push((at, to));
        walk(board, links, to, steps);
    }
}

/// Units that the tree of `at` takes, one for one and who stays.
fn need(board: &Board, links: &[(u16, u16)], at: u16) -> u32 {
    let branches = links.iter().filter(|(from, _)| *from == at);
    let below: u32 = branches.map(|&(_, to)| need(board, links, to)).sum();
    board.units(at).saturating_add(1).saturating_add(below)
}
