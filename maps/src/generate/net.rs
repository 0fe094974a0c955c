//! The graph of territories while links are being chosen.

use std::collections::{BTreeSet, VecDeque};

/// Territories by number and their neighbours, always in both directions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Net {
    around: Vec<BTreeSet<usize>>,
}

impl Net {
    pub(super) fn new(count: usize) -> Self {
        Self {
            around: vec![BTreeSet::new(); count],
        }
    }

    pub(super) fn link(&mut self, a: usize, b: usize) {
        self.around[a].insert(b);
        self.around[b].insert(a);
    }

    pub(super) fn len(&self) -> usize {
        self.around.len()
    }

    /// The neighbours of a territory.
    pub(super) fn around(&self, at: usize) -> &BTreeSet<usize> {
        &self.around[at]
    }

    pub(super) fn degree(&self, at: usize) -> usize {
        self.around[at].len()
    }

    pub(super) fn links(&self) -> usize {
        self.around.iter().map(BTreeSet::len).sum::<usize>() / 2
    }

    /// By territory: the number of its connected piece, from 0, using only `open` territories, and
    /// the number of pieces. Others are in none.
    pub(super) fn pieces(&self, open: impl Fn(usize) -> bool) -> (Vec<usize>, usize) {
        let mut pieces = vec![usize::MAX; self.len()];
        let mut count = 0;
        let mut stack = Vec::new();
        for start in 0..self.len() {
            if pieces[start] != usize::MAX || !open(start) {
                continue;
            }
            pieces[start] = count;
            stack.push(start);
            while let Some(at) = stack.pop() {
                for &near in &self.around[at] {
                    if pieces[near] == usize::MAX && open(near) {
                        pieces[near] = count;
                        stack.push(near);
                    }
                }
            }
            count += 1;
        }
        (pieces, count)
    }

    /// Distances in steps from one territory; `usize::MAX` if unreachable.
    pub(super) fn steps(&self, from: usize) -> Vec<usize> {
        let mut steps = vec![usize::MAX; self.len()];
        steps[from] = 0;
        let mut front = VecDeque::from([from]);
        while let Some(at) = front.pop_front() {
            for &near in &self.around[at] {
                if steps[near] == usize::MAX {
                    steps[near] = steps[at] + 1;
                    front.push_back(near);
                }
            }
        }
        steps
    }

    /// Two territories with the greatest distance, and that distance.
    pub(super) fn farthest(&self) -> (usize, usize, usize) {
        let ends = (0..self.len()).filter_map(|from| {
            let steps = self.steps(from);
            let far = (from..self.len()).max_by_key(|&to| (steps[to], to))?;
            Some((steps[far], from, far))
        });
        let (steps, from, to) = ends.max().unwrap_or_default();
        (from, to, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_steps_and_the_longest_way() {
        let mut net = Net::new(6);
        for (a, b) in [(0, 1), (1, 2), (2, 0), (2, 3), (4, 5)] {
            net.link(a, b);
        }
        assert_eq!(net.links(), 5);
        assert_eq!(net.pieces(|_| true), (vec![0, 0, 0, 0, 1, 1], 2));
        let none = usize::MAX;
        assert_eq!(net.pieces(|at| at != 2), (vec![0, 0, none, 1, 2, 2], 3));
        assert_eq!(net.steps(0), [0, 1, 1, 2, none, none]);
        net.link(3, 4);
        assert_eq!(net.farthest(), (1, 5, 4));
    }
}
