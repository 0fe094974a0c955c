//! Sampling all battles of a cell at once, by splitting.
//!
//! The battles of a cell are alike, so only the number of battles in each state
//! matters. Of `n` battles in a state, the numbers that go on to each outcome of
//! the next round are multinomial: a binomial draw for the first outcome, another
//! from the rest for the second, and so on. Every battle still takes its own
//! independent rounds, so wins and survivors follow exactly the distribution of
//! `n` battles fought one by one, at a cost that hardly depends on `n`.

use rand::Rng;

use super::{Tally, binomial::Binomial, laws::Laws};

/// Binomials get alias tables for at most this many laws, to limit memory.
const MAX_LAWS_WITH_TABLES: usize = 128;

/// A law as a chain of conditional binomials.
struct Split {
    /// Attackers lost, defenders lost, share of the remaining battles.
    outcomes: Vec<(usize, usize, Binomial)>,
    /// Attackers and defenders lost by all other battles.
    last: (usize, usize),
}

pub(super) struct SplitSampler {
    laws: Laws,
    splits: Vec<Split>,
    /// Rows that a round can touch, including its own; a power of two, so that
    /// indexing needs no division.
    rows: usize,
}

impl SplitSampler {
    /// Prepares cells of `battles` battles each.
    pub(super) fn new(laws: Laws, battles: u64) -> Self {
        // With a choice, nearly every state can have a law of its own.
        let binomial = |share: f64| {
            if laws.distinct.len() > MAX_LAWS_WITH_TABLES {
                Binomial::without_tables(share)
            } else {
                Binomial::new(share, battles)
            }
        };
        let splits: Vec<Split> = laws
            .distinct
            .iter()
            .map(|law| {
                let (last, others) = law.split_last().expect("a round ends somehow");
                let mut rest: f64 = law.iter().map(|outcome| outcome.chance).sum();
                let outcomes = others
                    .iter()
                    .map(|outcome| {
                        let share = (outcome.chance / rest).min(1.0);
                        rest -= outcome.chance;
                        (outcome.lost, outcome.killed, binomial(share))
                    })
                    .collect();
                Split {
                    outcomes,
                    last: (last.lost, last.killed),
                }
            })
            .collect();
        let lost = laws.distinct.iter().flatten().map(|outcome| outcome.lost);
        Self {
            rows: (lost.max().unwrap_or(0) + 1).next_power_of_two(),
            laws,
            splits,
        }
    }

    /// Fights `battles` battles of `attackers` against `defenders`. `states` is
    /// scratch memory, reused from cell to cell.
    pub(super) fn sample(
        &self,
        attackers: usize,
        defenders: usize,
        battles: u64,
        states: &mut Vec<u64>,
        rng: &mut impl Rng,
    ) -> Tally {
        // The number of battles in each state: a ring buffer of rows by attackers.
        let columns = defenders + 1;
        let row_of = |a: usize| (a & (self.rows - 1)) * columns;
        states.clear();
        states.resize(self.rows * columns, 0);
        states[row_of(attackers) + defenders] = battles;
        let mut tally = Tally::default();
        for a in (1..=attackers).rev() {
            let row = row_of(a);
            for d in (1..columns).rev() {
                let mut here = std::mem::take(&mut states[row + d]);
                if here == 0 {
                    continue;
                }
                let split = &self.splits[self.laws.index(a, d)];
                for (lost, killed, binomial) in &split.outcomes {
                    let there = binomial.sample(here, rng);
                    here -= there;
                    states[row_of(a - lost) + d - killed] += there;
                }
                let (lost, killed) = split.last;
                states[row_of(a - lost) + d - killed] += here;
            }
            tally.add(a, std::mem::take(&mut states[row]));
        }
        tally
    }
}
