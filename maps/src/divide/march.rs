//! Fronts that spread from all sites at once and meet.
//!
//! This is the fast marching method (Sethian 1996): Dijkstra's search on a square lattice with an
//! update that uses both axes, so that fronts on even terrain are round, not square. A cell takes
//! its part from the side neighbour whose front reached it first, so every part is connected,
//! however winding.

/// The terrain: a lattice of cells with an impassable border.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Cells in a row, including both borders.
    pub(super) width: usize,
    /// The time a front takes to cross a cell; 0 if it cannot.
    pub(super) cost: Vec<u32>,
    /// Pixels that a cell stands for.
    pub(super) mass: Vec<u32>,
    /// Pixels along the side of a cell.
    pub(super) side: u32,
}

/// Time for a pixel of even terrain.
pub(super) const PACE: u32 = 64;

/// The part of a cell that no front has reached.
pub(super) const UNREACHED: u16 = u16::MAX;

impl Field {
    /// The sides of a cell that is not on an edge.
    pub(super) fn sides(&self, at: usize) -> [usize; 4] {
        [at - self.width, at - 1, at + 1, at + self.width]
    }

    /// All cells that are crossed, in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        let cells = self.cost.iter().enumerate();
        cells.filter(|&(_, &cost)| cost > 0).map(|(at, _)| at)
    }
}

/// Buffers of a march, reused from one to the next.
#[derive(Debug, Default)]
pub(super) struct March {
    /// By cell: the arrival time of the front.
    pub(super) times: Vec<u32>,
    /// By cell: the part whose front arrives first, or [`UNREACHED`].
    pub(super) parts: Vec<u16>,
    done: Vec<bool>,
    queue: Queue,
}

impl March {
    /// Sends a front from each site, that of part `i` at time `starts[i]`.
    pub(super) fn run(&mut self, field: &Field, sites: &[usize], starts: &[u32]) {
        let cells = field.cost.len();
        self.times.clear();
        self.times.resize(cells, u32::MAX);
        self.parts.clear();
        self.parts.resize(cells, UNREACHED);
        self.done.clear();
        self.done.resize(cells, false);
        self.queue
            .clear(field.cost.iter().copied().max().unwrap_or(1));
        let mut order: Vec<usize> = (0..sites.len()).collect();
        order.sort_by_key(|&part| (starts[part], part));
        let mut waiting = order.into_iter().peekable();
        loop {
            while let Some(&part) = waiting.peek() {
                if !self.queue.is_empty() && starts[part] > self.queue.now() {
                    break;
                }
                waiting.next();
                let at = sites[part];
                if !self.done[at] && starts[part] < self.times[at] {
                    self.times[at] = starts[part];
                    self.parts[at] = part as u16;
                    self.queue.push(starts[part], at);
                }
            }
            if self.queue.is_empty() && waiting.peek().is_none() {
                break;
            }
            let Some(at) = self.queue.pop() else {
                continue;
            };
            if std::mem::replace(&mut self.done[at], true) {
                continue;
            }
            for near in field.sides(at) {
                if field.cost[near] > 0 && !self.done[near] {
                    self.reach(field, near);
                }
            }
        }
    }

    /// Computes the arrival time of a cell from its finished neighbours.
    fn reach(&mut self, field: &Field, at: usize) {
        let known = |near: usize| self.done[near].then_some((self.times[near], near));
        let [above, left, right, below] = field.sides(at).map(known);
        let first = |a: Option<(u32, usize)>, b: Option<(u32, usize)>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let (across, along) = (first(above, below), first(left, right));
        let Some((early, from)) = first(across, along) else {
            return;
        };
        let cost = field.cost[at];
        let apart = match (across, along) {
            (Some(a), Some(b)) => a.0.abs_diff(b.0),
            _ => cost,
        };
        let time = if apart < cost {
            // (t - a)² + (t - b)² = cost²
            let root = (2 * u64::from(cost).pow(2) - u64::from(apart).pow(2)).isqrt() as u32;
            early + u32::midpoint(apart, root)
        } else {
            early + cost
        };
        if time < self.times[at] {
            self.times[at] = time;
            self.parts[at] = self.parts[from];
            self.queue.push(time, at);
        }
    }
}

/// Cells by time in a ring of buckets (Dial 1969); those of a bucket come in order of insertion.
#[derive(Debug, Default)]
struct Queue {
    buckets: Vec<Vec<u32>>,
    /// The bucket being emptied, and the number of cells taken from it.
    at: usize,
    taken: usize,
    waiting: usize,
    /// Low bits of a time that are ignored in choosing a bucket.
    shift: u32,
}

impl Queue {
    /// Empties it, for steps of at most `longest`.
    fn clear(&mut self, longest: u32) {
        self.shift = (longest / 24).max(1).ilog2();
        let buckets = (longest >> self.shift) as usize + 3;
        self.buckets.iter_mut().for_each(Vec::clear);
        self.buckets.resize_with(buckets, Vec::new);
        (self.at, self.taken, self.waiting) = (0, 0, 0);
    }

    fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// The end of the time interval of the current bucket.
    fn now(&self) -> u32 {
        ((self.at as u32 + 1) << self.shift) - 1
    }

    fn push(&mut self, time: u32, cell: usize) {
        let mut bucket = (time >> self.shift) as usize;
        if self.waiting == 0 {
            if bucket != self.at {
                let count = self.buckets.len();
                self.buckets[self.at % count].clear();
                self.taken = 0;
            }
            self.at = bucket.max(self.at);
        }
        bucket = bucket.max(self.at);
        let count = self.buckets.len();
        self.buckets[bucket % count].push(cell as u32);
        self.waiting += 1;
    }

    /// The next cell, or nothing if the bucket that comes next may still get sites.
    fn pop(&mut self) -> Option<usize> {
        if self.waiting == 0 {
            return None;
        }
        let count = self.buckets.len();
        let bucket = &mut self.buckets[self.at % count];
        if let Some(&cell) = bucket.get(self.taken) {
            self.taken += 1;
            self.waiting -= 1;
            return Some(cell as usize);
        }
        bucket.clear();
        self.taken = 0;
        self.at += 1;
        None
    }
}
