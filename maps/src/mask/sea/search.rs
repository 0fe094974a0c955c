//! Fronts that run out over the water.

use std::ops::ControlFlow;

use super::grid::{DIAGONAL, Grid, Hit, WALL, WATER};

/// A front over water, with room that is reused from one search to the next.
pub(super) struct Search {
    /// The search that last came to a cell.
    seen: Vec<u32>,
    distances: Vec<u32>,
    origins: Vec<u32>,
    turns: Vec<[i8; 2]>,
    current: u32,
    /// Cells by distance, modulo their number; no step is longer.
    queue: [Vec<u32>; DIAGONAL as usize + 1],
}

impl Search {
    pub(super) fn new(grid: &Grid) -> Self {
        let cells = grid.cells.len();
        Self {
            seen: vec![0; cells],
            distances: vec![0; cells],
            origins: vec![0; cells],
            turns: vec![[0; 2]; cells],
            current: 0,
            queue: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Runs out from `coast` up to `limit` and tells of each cell of another
    /// land it meets, the nearer ones first (but for the last step).
    pub(super) fn spread(
        &mut self,
        grid: &Grid,
        coast: &[u32],
        limit: u32,
        meet: &mut impl FnMut(Hit) -> ControlFlow<()>,
    ) {
        self.current += 1;
        self.queue.iter_mut().for_each(Vec::clear);
        for &cell in coast {
            self.reach(cell, 0, cell, [0; 2]);
        }
        let mut distance = 0;
        while self.queue.iter().any(|cells| !cells.is_empty()) {
            let slot = distance as usize % self.queue.len();
            while let Some(at) = self.queue[slot].pop() {
                if self.distances[at as usize] != distance {
                    continue;
                }
                if self.step_from(grid, at, limit, meet).is_break() {
                    return;
                }
            }
            distance += 1;
        }
    }

    fn step_from(
        &mut self,
        grid: &Grid,
        at: u32,
        limit: u32,
        meet: &mut impl FnMut(Hit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = grid.cells[self.origins[at as usize] as usize];
        for (other, length, across) in grid.shape.around(at) {
            let distance = self.distances[at as usize] + length;
            if distance > limit {
                continue;
            }
            let cell = grid.cells[other as usize];
            if cell == own || cell == WALL || !grid.passable(at, other) {
                continue;
            }
            let [x, y] = self.turns[at as usize];
            let turns = [x + across[0], y + across[1]];
            let origin = self.origins[at as usize];
            // Going round the world and back again is no way.
            if turns.iter().any(|t| t.abs() > 1) {
                continue;
            }
            if cell == WATER {
                let new = self.seen[other as usize] != self.current;
                if new || distance < self.distances[other as usize] {
                    self.reach(other, distance, origin, turns);
                }
            } else {
                meet(Hit {
                    distance,
                    from: origin,
                    to: other,
                    turns,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn reach(&mut self, at: u32, distance: u32, origin: u32, turns: [i8; 2]) {
        let slot = distance as usize % self.queue.len();
        self.queue[slot].push(at);
        let at = at as usize;
        self.seen[at] = self.current;
        self.distances[at] = distance;
        self.origins[at] = origin;
        self.turns[at] = turns;
    }
}
