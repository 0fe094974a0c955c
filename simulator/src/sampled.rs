//! Tables of odds from battles fought with random numbers.
//!
//! Every cell has its own stream of random numbers, seeded from the job's seed and
//! the cell, so a table does not depend on the number of threads.

mod binomial;
mod dice;
mod laws;
mod split;

use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use self::{dice::DiceSampler, laws::Laws, split::SplitSampler};
use crate::{
    battle::Battle,
    method::{Method, Sampling},
    table::{Cell, Errors, Table},
};

/// A table to sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    /// Maximum number of units on a side, from 1 to [`Battle::most_units`].
    pub units: usize,
    /// Battles per cell, from 1 to [`Job::MAX_ITERATIONS`].
    pub iterations: u64,
    /// Seed of the random numbers; the same seed gives the same table.
    pub seed: u64,
    /// How the battles are fought.
    pub sampling: Sampling,
    /// Number of threads; by default one per processor.
    pub threads: Option<NonZero<usize>>,
}

impl Job {
    /// Maximum number of battles per cell.
    pub const MAX_ITERATIONS: u64 = 1_000_000_000_000;
}

/// Observes a job from another thread, and can cancel it.
#[derive(Debug, Default)]
pub struct Progress {
    battles: AtomicU64,
    work_done: AtomicU64,
    work_total: AtomicU64,
    cancelled: AtomicBool,
}

/// Why a table was not sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    /// [`Progress::cancel`] was called.
    #[error("cancelled")]
    Cancelled,
    /// No units or too many.
    #[error("{given} units: under these rules, give a number from 1 to {most}")]
    Units {
        /// The requested number.
        given: usize,
        /// The maximum under the rules.
        most: usize,
    },
    /// No battles or too many.
    #[error("{given} battles per cell: give a number from 1 to {max}", max = Job::MAX_ITERATIONS)]
    Iterations {
        /// The requested number.
        given: u64,
    },
    /// The table does not fit into memory.
    #[error("not enough memory for a table of {units} units")]
    Memory {
        /// Maximum number of units on a side.
        units: usize,
    },
}

impl Progress {
    /// Share of the work done, from 0 to 1, with cells weighted by their cost.
    pub fn fraction(&self) -> f64 {
        let total = self.work_total.load(Ordering::Relaxed);
        self.work_done.load(Ordering::Relaxed) as f64 / total.max(1) as f64
    }

    /// Battles fought so far.
    pub fn battles(&self) -> u64 {
        self.battles.load(Ordering::Relaxed)
    }

    /// Makes the job return [`SampleError::Cancelled`] soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The won battles of one cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    wins: u64,
    survivors: u64,
    squares: u128,
}

impl Tally {
    /// Adds `battles` battles won with `left` attackers left.
    fn add(&mut self, left: usize, battles: u64) {
        self.wins += battles;
        self.survivors += battles * left as u64;
        self.squares += u128::from(battles) * (left as u128 * left as u128);
    }

    fn merge(&mut self, other: Self) {
        self.wins += other.wins;
        self.survivors += other.survivors;
        self.squares += other.squares;
    }

    fn cell(self, battles: u64) -> Cell {
        let wins = self.wins as f64;
        let win = wins / battles as f64;
        let survivors = if self.wins == 0 {
            0.0
        } else {
            self.survivors as f64 / wins
        };
        // The sum of squared deviations, in whole numbers to avoid cancellation.
        let spread = u128::from(self.wins) * self.squares
            - u128::from(self.survivors) * u128::from(self.survivors);
        let errors = Errors {
            win: (win * (1.0 - win) / battles as f64).sqrt(),
            survivors: if self.wins < 2 {
                f64::NAN
            } else {
                (spread as f64 / (wins * wins * (wins - 1.0))).sqrt()
            },
        };
        Cell {
            win,
            survivors,
            errors: Some(errors),
        }
    }
}

/// Number of battles that share a stream of random numbers, and that are fought
/// between two checks for cancellation.
const BLOCK: u64 = 1 << 18;

/// Samples a table.
///
/// # Errors
/// If the job is out of range, does not fit into memory or is cancelled
/// through `progress`.
///
/// ```
/// use marchland_simulator::{Battle, Job, Progress, Sampling, sample};
///
/// let job = Job { units: 10, iterations: 10_000, seed: 1, sampling: Sampling::Split, threads: None };
/// let table = sample(&Battle::classic(), &job, &Progress::default()).unwrap();
/// let cell = table.get(3, 2).unwrap();
/// assert!((cell.win - 0.655_95).abs() < 4.0 * cell.errors.unwrap().win);
/// ```
#[expect(clippy::missing_panics_doc, reason = "no worker panics")]
pub fn sample(battle: &Battle, job: &Job, progress: &Progress) -> Result<Table, SampleError> {
    let &Job {
        units,
        iterations,
        seed,
        sampling,
        threads,
    } = job;
    let most = battle.most_units();
    if !(1..=most).contains(&units) {
        return Err(SampleError::Units { given: units, most });
    }
    if !(1..=Job::MAX_ITERATIONS).contains(&iterations) {
        return Err(SampleError::Iterations { given: iterations });
    }
    let method = Method::Sampled {
        iterations,
        seed,
        sampling,
    };
    let out_of_memory = |_| SampleError::Memory { units };
    let mut table =
        Table::empty(units, Some(*battle.rules()), method, true).map_err(out_of_memory)?;
    let mut tallies = Vec::new();
    tallies
        .try_reserve_exact(units * units)
        .map_err(out_of_memory)?;
    tallies.resize(units * units, Tally::default());
    let sampler = Sampler::new(battle, job);

    let blocks = if sampling == Sampling::Split {
        1
    } else {
        iterations.div_ceil(BLOCK)
    };
    let items = (units * units) as u64 * blocks;
    let total = total_work(sampling, units) * blocks;
    progress.work_total.store(total, Ordering::Relaxed);
    let tallies = Mutex::new(tallies);
    let next = AtomicU64::new(0);
    let worker = || {
        let mut states = Vec::new();
        while !progress.is_cancelled() {
            let item = next.fetch_add(1, Ordering::Relaxed);
            if item >= items {
                break;
            }
            let (cell, block) = ((item / blocks) as usize, item % blocks);
            let (a, d) = (cell / units + 1, cell % units + 1);
            let battles = if blocks == 1 {
                iterations
            } else {
                BLOCK.min(iterations - block * BLOCK)
            };
            let mut rng = stream(seed, sampling, a, d, block);
            let tally = sampler.sample(a, d, battles, &mut states, &mut rng);
            tallies
                .lock()
                .expect("no worker panics while it holds the tallies")[cell]
                .merge(tally);
            progress.battles.fetch_add(battles, Ordering::Relaxed);
            let work = work(sampling, a.min(d));
            progress.work_done.fetch_add(work, Ordering::Relaxed);
        }
    };
    let threads = threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZero::get);
    let threads = threads.min(usize::try_from(items).unwrap_or(usize::MAX));
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    if progress.is_cancelled() {
        return Err(SampleError::Cancelled);
    }
    let tallies = tallies.into_inner().expect("no worker panicked");
    for (cell, tally) in tallies.into_iter().enumerate() {
        table.set(cell / units + 1, cell % units + 1, tally.cell(iterations));
    }
    Ok(table)
}

/// The rough cost of a block of battles whose weaker side has `weaker` units. A
/// battle takes about that many rounds; splitting goes through about as many states
/// squared.
fn work(sampling: Sampling, weaker: usize) -> u64 {
    let weaker = weaker as u64;
    match sampling {
        Sampling::Dice => weaker + 1,
        Sampling::Split => weaker * (weaker + 10),
    }
}

/// The sum of [`work`] over all cells.
fn total_work(sampling: Sampling, units: usize) -> u64 {
    let cells_with = |weaker: usize| 2 * (units - weaker) as u64 + 1;
    (1..=units)
        .map(|weaker| cells_with(weaker) * work(sampling, weaker))
        .sum()
}

/// The random numbers of one block of battles.
fn stream(seed: u64, sampling: Sampling, a: usize, d: usize, block: u64) -> Xoshiro256PlusPlus {
    let cell = (a as u64) << 32 | (d as u64) << 8 | sampling as u64;
    Xoshiro256PlusPlus::seed_from_u64(mix(mix(mix(seed) ^ cell) ^ block))
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014): a bijection in
/// which every input bit affects every output bit, so that the streams of
/// neighbouring cells are unrelated.
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A sampling method, prepared for a job.
enum Sampler<'b> {
    Dice(DiceSampler<'b>),
    Split(SplitSampler),
}

impl<'b> Sampler<'b> {
    fn new(battle: &'b Battle, job: &Job) -> Self {
        match job.sampling {
            Sampling::Dice => Self::Dice(DiceSampler::new(battle, job.units)),
            Sampling::Split => {
                let laws = Laws::new(battle, job.units);
                Self::Split(SplitSampler::new(laws, job.iterations))
            }
        }
    }

    fn sample(
        &self,
        a: usize,
        d: usize,
        battles: u64,
        states: &mut Vec<u64>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Tally {
        match self {
            Self::Dice(sampler) => sampler.sample(a, d, battles, rng),
            Self::Split(sampler) => sampler.sample(a, d, battles, states, rng),
        }
    }
}
