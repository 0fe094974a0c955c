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
    /// Not to be gone through: one's own by then.
    closed: Vec<bool>,
    wanted: Vec<bool>,
    cost: Vec<u32>,
    before: Vec<u16>,
    /// Costs and, in the last 16 bits, territories: the cheapest first, of those the least.
    open: BinaryHeap<Reverse<u64>>,
}

impl Ways {
    /// Forgets all that was found, and looks for `targets` on `board`.
    fn clear(&mut self, scene: &Scene, board: &Board, targets: &[u16]) {
        self.closed.clear();
        let mine = board.owner.iter().map(|&owner| owner == scene.me);
        self.closed.extend(mine);
        self.wanted.clear();
        self.wanted.resize(board.owner.len(), false);
        for &t in targets {
            self.wanted[usize::from(t)] = true;
        }
        self.again();
    }

    /// Forgets the ways that were found.
    fn again(&mut self) {
        let count = self.closed.len();
        self.cost.clear();
        self.cost.resize(count, u32::MAX);
        self.before.clear();
        self.before.resize(count, u16::MAX);
        self.open.clear();
    }

    fn begin(&mut self, at: u16, cost: u32) {
        self.cost[usize::from(at)] = cost;
        self.before[usize::from(at)] = u16::MAX;
        self.push(cost, at);
    }

    fn push(&mut self, cost: u32, at: u16) {
        self.open
            .push(Reverse(u64::from(cost) << 16 | u64::from(at)));
    }

    /// Goes on to the next nearest territory that is wanted and says which; what costs more
    /// than `most` is left out.
    fn next(&mut self, scene: &Scene, board: &Board, most: u32) -> Option<u16> {
        while let Some(Reverse(next)) = self.open.pop() {
            let (cost, at) = ((next >> 16) as u32, next as u16);
            if cost > self.cost[usize::from(at)] {
                continue;
            }
            for &to in scene.ground.out(at) {
                if self.closed[usize::from(to)] {
                    continue;
                }
                // The defenders, one for one, and who stays.
                let there = cost.saturating_add(board.units(to)).saturating_add(1);
                if there <= most && there < self.cost[usize::from(to)] {
                    self.cost[usize::from(to)] = there;
                    self.before[usize::from(to)] = at;
                    self.push(there, to);
                }
            }
            if self.wanted[usize::from(at)] {
                return Some(at);
            }
        }
        None
    }

    /// The steps of the way to `to`, the last first.
    fn back(&self, to: u16) -> impl Iterator<Item = (u16, u16)> {
        let before = move |at: u16| {
            let before = self.before[usize::from(at)];
            (before != u16::MAX).then_some((before, at))
        };
        std::iter::successors(before(to), move |&(at, _)| before(at))
    }
}

/// Finds ways; its room is used again for the next.
#[derive(Debug, Default)]
pub(super) struct Router {
    ways: Ways,
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
        let Self { ways, taken } = self;
        ways.clear(scene, board, targets);
        let mut left = targets.len();
        // Each target costs its defenders and who stays, whatever the way.
        let mut least: u32 = targets.iter().map(|&t| board.units(t) + 1).sum();
        taken.clear();
        let mut steps: Vec<(u16, u16)> = Vec::new();
        let mut at = root;
        let mut spent = 0;
        while left > 0 {
            if least > most - spent {
                return None;
            }
            for &t in taken.iter().chain([&root]) {
                ways.begin(t, if t == at { 0 } else { BACK });
            }
            let found = ways.next(scene, board, most - spent)?;
            spent += ways.cost[usize::from(found)];
            let from = steps.len();
            steps.extend(ways.back(found));
            steps[from..].reverse();
            for &(_, to) in &steps[from..] {
                taken.push(to);
                ways.closed[usize::from(to)] = true;
                if std::mem::take(&mut ways.wanted[usize::from(to)]) {
                    left -= 1;
                    least -= board.units(to) + 1;
                }
            }
            at = found;
            ways.again();
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
        ways.clear(scene, board, targets);
        ways.begin(root, 0);
        let found = ways.next(scene, board, most)?;
        let mut steps: Vec<(u16, u16)> = ways.back(found).collect();
        steps.reverse();
        Some(March { root, steps })
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
        ways.clear(scene, board, targets);
        for &root in roots {
            ways.begin(root, (strongest - board.units(root)) / 2);
        }
        for _ in targets {
            ways.next(scene, board, most)?;
        }
        // Every territory on a way to a target, with those after it.
        let mut after: Vec<(u16, u16)> = targets.iter().flat_map(|&t| ways.back(t)).collect();
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

/// The links from a territory, of `links` in order.
fn branches(links: &[(u16, u16)], at: u16) -> &[(u16, u16)] {
    let start = links.partition_point(|link| link.0 < at);
    let count = links[start..].iter().take_while(|link| link.0 == at);
    &links[start..start + count.count()]
}

/// Appends the steps of the tree below `at`, the cheap branches first: the
/// stack moves on into the last.
fn walk(board: &Board, links: &[(u16, u16)], at: u16, steps: &mut Vec<(u16, u16)>) {
    let step = |to| {
        steps.push((at, to));
        walk(board, links, to, steps);
    };
    match *branches(links, at) {
        [] => {}
        [(_, to)] => [to].into_iter().for_each(step),
        ref several => {
            let mut costs: Vec<(u32, u16)> = several
                .iter()
                .map(|&(_, to)| (need(board, links, to), to))
                .collect();
            costs.sort_unstable();
            costs.into_iter().map(|(_, to)| to).for_each(step);
        }
    }
}

/// Units that the tree of `at` takes, one for one and who stays.
fn need(board: &Board, links: &[(u16, u16)], at: u16) -> u32 {
    let branches = branches(links, at).iter();
    let below: u32 = branches.map(|&(_, to)| need(board, links, to)).sum();
    board.units(at).saturating_add(1).saturating_add(below)
}
