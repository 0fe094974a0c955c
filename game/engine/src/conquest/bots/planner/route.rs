//! Ways to conquer a set of territories.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::board::{Board, Scene};

/// The conquests of one stack. Each step attacks from a territory that the stack has taken by
/// then, or from its root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct March {
    /// Where the stack stands.
    pub(super) root: u16,
    /// From where, and what is attacked, in order.
    pub(super) steps: Vec<(u16, u16)>,
}

/// The cost, in units, of starting from a territory the stack has passed: some units must stay
/// behind there for it.
const BACK: u32 = 2;
/// The most steps of several stacks together: their ways are followed by recursion, and a large map
/// may be one long chain.
const LONGEST: usize = 1_000;

/// What a search knows of a territory.
#[derive(Debug, Clone, Copy)]
struct Point {
    /// Only a way that costs less is of use. The cost of the cheapest found so far; before one is
    /// found, one more than the most allowed; 0 if it is closed.
    below: u32,
    /// Where the cheapest way comes from.
    before: u16,
    wanted: bool,
    /// Whether it is one's own by then.
    closed: bool,
}

/// Cheapest ways from some territories through enemy ones, by Dijkstra's algorithm. A territory
/// costs its defenders, one for one, and the unit that stays.
#[derive(Debug, Default)]
struct Ways {
    points: Vec<Point>,
    /// Costs, with the territory in the last 16 bits: the cheapest first, of equals the one with
    /// the smallest id.
    open: BinaryHeap<Reverse<u64>>,
}

impl Ways {
    /// Prepares a search for `targets` on `board`. Ways that cost more than `most` are not found.
    fn clear(&mut self, scene: &Scene, board: &Board, targets: &[u16], most: u32) {
        self.points.clear();
        self.points.extend(board.owner.iter().map(|&owner| Point {
            below: 0,
            before: u16::MAX,
            wanted: false,
            closed: owner == scene.me,
        }));
        for &t in targets {
            self.points[usize::from(t)].wanted = true;
        }
        self.again(most);
    }

    /// Forgets the ways found so far.
    fn again(&mut self, most: u32) {
        self.open.clear();
        for point in &mut self.points {
            point.below = if point.closed {
                0
            } else {
                most.saturating_add(1)
            };
            point.before = u16::MAX;
        }
    }

    /// Opens what can be attacked from `at`, to which the way costs `cost`.
    fn pass(&mut self, scene: &Scene, board: &Board, at: u16, cost: u32) {
        for &to in scene.ground.out(at) {
            let there = cost.saturating_add(board.units(to)).saturating_add(1);
            let point = &mut self.points[usize::from(to)];
            // The only branch, because processors cannot foresee it.
            if there < point.below {
                (point.below, point.before) = (there, at);
                self.open
                    .push(Reverse(u64::from(there) << 16 | u64::from(to)));
            }
        }
    }

    /// The next nearest wanted territory, and the cost of the way.
    fn next(&mut self, scene: &Scene, board: &Board) -> Option<(u16, u32)> {
        while let Some(Reverse(next)) = self.open.pop() {
            let (cost, at) = ((next >> 16) as u32, next as u16);
            let Point { below, wanted, .. } = self.points[usize::from(at)];
            if cost > below {
                continue;
            }
            self.pass(scene, board, at, cost);
            if wanted {
                return Some((at, cost));
            }
        }
        None
    }

    /// The steps of the way to `to`, the last first.
    fn back(&self, to: u16) -> impl Iterator<Item = (u16, u16)> {
        let before = move |at: u16| {
            let before = self.points[usize::from(at)].before;
            (before != u16::MAX).then_some((before, at))
        };
        std::iter::successors(before(to), move |&(at, _)| before(at))
    }
}

/// Finds marches, and reuses its allocations.
#[derive(Debug, Default)]
pub(super) struct Router {
    ways: Ways,
    taken: Vec<u16>,
    /// What stands in the way: the owner of each territory and, if it is not the player who
    /// plans, its units.
    faced: Vec<(u8, u32)>,
    /// Tours found since.
    tours: Vec<Tour>,
}

/// Territories to take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Targets<'a> {
    /// A number of their own: that of the continent, or of the player after all continents.
    pub(super) set: usize,
    pub(super) all: &'a [u16],
    /// How many of them: 1 or all.
    pub(super) count: usize,
}

/// What is known of a tour.
#[derive(Debug)]
struct Tour {
    root: u16,
    /// The number of the targets, and how many of them.
    targets: (usize, usize),
    /// The most that it may cost; nothing is known of dearer tours.
    most: u32,
    /// The cost, and the tour.
    found: Option<(u32, March)>,
}

impl Router {
    /// Forgets the tours found, unless the same stands in the way as before. Must be called before
    /// [`known_tour`](Self::known_tour).
    pub(super) fn face(&mut self, scene: &Scene, board: &Board) {
        let units = |owner: u8, units: u32| if owner == scene.me { 0 } else { units };
        let all = board.owner.iter().zip(&board.units);
        let all = all.map(|(&owner, &there)| (owner, units(owner, there)));
        if !self.faced.iter().copied().eq(all.clone()) {
            self.faced.clear();
            self.faced.extend(all);
            self.tours.clear();
        }
    }

    /// The same as [`tour`](Self::tour), but searched for only once while the same stands in the
    /// way.
    pub(super) fn known_tour(
        &mut self,
        scene: &Scene,
        board: &Board,
        root: u16,
        targets: Targets<'_>,
        most: u32,
    ) -> Option<&March> {
        let wanted = (targets.set, targets.count);
        let is_it = |tour: &Tour| tour.root == root && tour.targets == wanted;
        let suffices = |tour: &Tour| tour.found.is_some() || tour.most >= most;
        let known = self.tours.iter().position(is_it);
        let at = match known {
            Some(at) if suffices(&self.tours[at]) => at,
            known => {
                if let Some(at) = known {
                    self.tours.swap_remove(at);
                }
                let found = self.tour(scene, board, root, targets.all, targets.count, most);
                self.tours.push(Tour {
                    root,
                    targets: wanted,
                    most,
                    found,
                });
                self.tours.len() - 1
            }
        };
        let (cost, march) = self.tours[at].found.as_ref()?;
        (*cost <= most).then_some(march)
    }

    /// The march of one stack from `root` through `count` of the `targets`, always to the nearest next,
    /// and its cost; none if it costs more than `most` units.
    pub(super) fn tour(
        &mut self,
        scene: &Scene,
        board: &Board,
        root: u16,
        targets: &[u16],
        count: usize,
        most: u32,
    ) -> Option<(u32, March)> {
        let Self { ways, taken, .. } = self;
        ways.clear(scene, board, targets, most);
        let mut left = count;
        // What the targets cost at least, whatever the way.
        let mut least = 0;
        if count == targets.len() {
            least = targets.iter().map(|&t| board.units(t) + 1).sum();
        }
        taken.clear();
        let mut steps: Vec<(u16, u16)> = Vec::with_capacity(2 * left);
        let mut at = root;
        let mut spent = 0;
        while left > 0 {
            if least > most - spent {
                return None;
            }
            // The stack's own place first, because it is the cheapest.
            ways.pass(scene, board, at, 0);
            for &t in taken.iter().chain([&root]).filter(|&&t| t != at) {
                ways.pass(scene, board, t, BACK);
            }
            let (found, cost) = ways.next(scene, board)?;
            spent += cost;
            let from = steps.len();
            steps.extend(ways.back(found));
            steps[from..].reverse();
            for &(_, to) in &steps[from..] {
                taken.push(to);
                let point = &mut ways.points[usize::from(to)];
                point.closed = true;
                if std::mem::take(&mut point.wanted) {
                    left -= 1;
                    least = least.saturating_sub(board.units(to) + 1);
                }
            }
            at = found;
            ways.again(most - spent);
        }
        Some((spent, March { root, steps }))
    }

    /// Marches of several stacks that together take all `targets`, each target from the nearest
    /// stack; strong stacks count as nearer. None if a target cannot be reached for about `most`
    /// units, if one stack is the nearest to all, or if they have more than [`LONGEST`] steps.
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
        ways.clear(scene, board, targets, most.saturating_add(strongest));
        for &root in roots {
            let behind = (strongest - board.units(root)) / 2;
            ways.pass(scene, board, root, behind);
        }
        for _ in targets {
            ways.next(scene, board)?;
        }
        let origin = |&target: &u16| ways.back(target).last().map(|(root, _)| root);
        let mut origins = targets.iter().map(origin);
        let first = origins.next()?;
        if origins.all(|origin| origin == first) {
            return None;
        }
        // The links of all ways to targets.
        let mut after: Vec<(u16, u16)> = targets.iter().flat_map(|&t| ways.back(t)).collect();
        after.sort_unstable();
        after.dedup();
        if after.len() > LONGEST {
            return None;
        }
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

/// The links that begin at `at`; `links` are sorted.
fn branches(links: &[(u16, u16)], at: u16) -> &[(u16, u16)] {
    let start = links.partition_point(|link| link.0 < at);
    let count = links[start..].iter().take_while(|link| link.0 == at);
    &links[start..start + count.count()]
}

/// Appends the steps of the tree below `at`. Cheap branches come first, because the stack moves on
/// into the last.
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

/// The cost of the tree at `at`.
fn need(board: &Board, links: &[(u16, u16)], at: u16) -> u32 {
    let branches = branches(links, at).iter();
    let below: u32 = branches.map(|&(_, to)| need(board, links, to)).sum();
    board.units(at).saturating_add(1).saturating_add(below)
}

#[cfg(test)]
mod tests;
