//! Fronts that spread over the water.

use std::ops::ControlFlow;

use super::grid::{DIAGONAL, Grid, Hit, WALL, WATER};

/// A front over water, with buffers reused from one search to the next.
pub(super) struct Search {
    cells: Vec<Reached>,
    current: u32,
    /// Cells by distance modulo the number of buckets; no step is longer.
    queue: [Vec<u32>; DIAGONAL as usize + 1],
}

/// How a search reached a cell.
#[derive(Clone, Copy, Default)]
struct Reached {
    /// The number of the last search.
    search: u32,
    distance: u32,
    /// The cell of coast it set out from.
    origin: u32,
    turns: [i8; 2],
}

impl Search {
    pub(super) fn new(grid: &Grid) -> Self {
        Self {
            cells: vec![Reached::default(); grid.cells.len()],
            current: 0,
            queue: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Spreads from `coast` up to `limit` and reports each cell of another land it meets, roughly
    /// the nearest first.
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
                if self.cells[at as usize].distance != distance {
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
        let here = self.cells[at as usize];
        let own = grid.cells[here.origin as usize];
        for step in grid.shape.around(at) {
            let distance = here.distance + step.length;
            let cell = grid.cells[step.to as usize];
            if distance > limit || cell == own || cell == WALL {
                continue;
            }
            // Most steps lead back; skip them early.
            let known = &self.cells[step.to as usize];
            if cell == WATER && known.search == self.current && known.distance <= distance {
                continue;
            }
            let turns = [0, 1].map(|i| here.turns[i] + step.across[i]);
            // A route around the world and back is useless.
            if turns.iter().any(|t| t.abs() > 1) || !grid.passable(at, &step) {
                continue;
            }
            if cell == WATER {
                self.reach(step.to, distance, here.origin, turns);
            } else {
                meet(Hit {
                    distance,
                    from: here.origin,
                    to: step.to,
                    turns,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn reach(&mut self, at: u32, distance: u32, origin: u32, turns: [i8; 2]) {
        let slot = distance as usize % self.queue.len();
        self.queue[slot].push(at);
        self.cells[at as usize] = Reached {
            search: self.current,
            distance,
            origin,
            turns,
        };
    }
}

#[cfg(test)]
mod tests;
