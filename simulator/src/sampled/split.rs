//! All battles of a cell at once, by splitting.
//!
//! The battles of a cell are alike, so only how many stand in each state
//! matters. In a state with `n` battles the numbers that go on to each outcome
//! of the next round are multinomial: a binomial for the first outcome, one
//! with the rest for the second, and so on. Every battle still takes its own
//! independent rounds, so wins and survivors have exactly the law of `n`
//! battles fought one by one, at a cost that hardly depends on `n`.

use rand::Rng;

use super::{Tally, binomial::Binomial, laws::Laws};

/// Laws that have tables for their binomials; more would fill the memory.
const MOST_TABLES: usize = 128;

/// A law as a chain of conditional binomials.
struct Split {
    /// Attackers lost, defenders lost, share of what is left.
    outcomes: Vec<(u32, u32, Binomial)>,
    /// Where all the rest goes.
    last: (u32, u32),
}

pub(super) struct Splitter<'l> {
    laws: &'l Laws,
    splits: Vec<Split>,
    /// Rows that a round can reach, itself included; a power of two, so that
    /// they are taken in turn without a division.
    rows: usize,
}

impl<'l> Splitter<'l> {
    /// Prepares for cells of so many `battles`.
    pub(super) fn new(laws: &'l Laws, battles: u64) -> Self {
        // A defender with a choice can make a law for nearly every state.
        let binomial = |share: f64| {
            if laws.distinct.len() > MOST_TABLES {
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
                        (
                            outcome.attackers_lost,
                            outcome.defenders_lost,
                            binomial(share),
                        )
                    })
                    .collect();
                Split {
                    outcomes,
                    last: (last.attackers_lost, last.defenders_lost),
                }
            })
            .collect();
        let lost = laws
            .distinct
            .iter()
            .flatten()
            .map(|outcome| outcome.attackers_lost);
        Self {
            laws,
            splits,
            rows: (lost.max().unwrap_or(0) as usize + 1).next_power_of_two(),
        }
    }

    /// Fights `battles` battles of `attackers` against `defenders`. `states` is
    /// working memory, kept from cell to cell.
    pub(super) fn fight(
        &self,
        attackers: usize,
        defenders: usize,
        battles: u64,
        states: &mut Vec<u64>,
        rng: &mut impl Rng,
    ) -> Tally {
        // Battles in each state: rows of the last few numbers of attackers,
        // used in turn.
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
                for (attackers_lost, defenders_lost, binomial) in &split.outcomes {
                    let there = binomial.sample(here, rng);
                    here -= there;
                    states[row_of(a - *attackers_lost as usize) + d - *defenders_lost as usize] +=
                        there;
                }
                states[row_of(a - split.last.0 as usize) + d - split.last.1 as usize] += here;
            }
            tally.add(a, std::mem::take(&mut states[row]));
        }
        tally
    }
}
