//! Battle odds against their yardsticks, in one run on one thread.
//!
//! `cargo bench -p marchland-simulator`; compare the fastest samples.
//! docs/performance.md lists the goals for the ratios.

use std::{hint::black_box, num::NonZero};

use divan::{Bencher, counter::ItemsCount};
use marchland_simulator::{Battle, Defence, DiceRules, Exact, Job, Progress, Sampling, sample};

mod yardstick;

fn main() {
    divan::main();
}

const UNITS: usize = 30;

fn table(sampling: Sampling, iterations: u64) -> Job {
    Job {
        units: UNITS,
        iterations,
        seed: 1,
        sampling,
        threads: NonZero::new(1),
    }
}

fn bench_job(bencher: Bencher<'_, '_>, job: Job) {
    let battle = Battle::classic();
    bencher
        .counter(ItemsCount::new((UNITS * UNITS) as u64 * job.iterations))
        .bench(|| sample(&battle, &job, &Progress::default()));
}

/// The 30×30 table of sampled odds.
#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod sampled_30x30 {
    use super::{Bencher, ItemsCount, Sampling, UNITS, bench_job, black_box, table, yardstick};

    /// One 32-bit random number per round, one battle after the other.
    #[divan::bench]
    fn yardstick_10k(bencher: Bencher<'_, '_>) {
        bencher
            .counter(ItemsCount::new((UNITS * UNITS) as u64 * 10_000))
            .bench(|| yardstick::scalar_rounds(UNITS, 10_000, black_box(1)));
    }

    #[divan::bench]
    fn dice_10k(bencher: Bencher<'_, '_>) {
        bench_job(bencher, table(Sampling::Dice, 10_000));
    }

    #[divan::bench(sample_count = 50)]
    fn split_10k(bencher: Bencher<'_, '_>) {
        bench_job(bencher, table(Sampling::Split, 10_000));
    }

    #[divan::bench(sample_count = 50)]
    fn split_1m(bencher: Bencher<'_, '_>) {
        bench_job(bencher, table(Sampling::Split, 1_000_000));
    }
}

/// Exact chance to win and survivors of every battle.
#[divan::bench_group(sample_count = 50)]
mod exact {
    use super::{Battle, Bencher, Exact, black_box, yardstick};

    #[divan::bench(args = [30, 100, 1000])]
    fn win_and_survivors(bencher: Bencher<'_, '_>, units: usize) {
        let battle = Battle::classic();
        let mut exact = Exact::new(units);
        bencher.bench_local(|| {
            exact.solve(black_box(&battle));
            black_box(exact.win(units, units))
        });
    }

    /// Writes two tables of the same size without computing anything.
    #[divan::bench(args = [30, 100, 1000])]
    fn yardstick_memset(bencher: Bencher<'_, '_>, units: usize) {
        let mut tables = [
            vec![1.0f64; (units + 1) * (units + 1)],
            vec![1.0f64; (units + 1) * (units + 1)],
        ];
        bencher.bench_local(|| {
            for table in &mut tables {
                black_box(&mut *table).fill(black_box(0.0));
            }
            black_box(&tables);
        });
    }

    /// The same recurrence as three nested loops.
    #[divan::bench(args = [30, 1000])]
    fn yardstick_loops(bencher: Bencher<'_, '_>, units: usize) {
        let stride = units + 1;
        let mut tables = [vec![1.0f64; stride * stride], vec![1.0f64; stride * stride]];
        bencher.bench_local(|| yardstick::exact_loops(units, black_box(&mut tables)));
    }
}

/// Single answers.
mod single {
    use super::{Battle, Bencher, Defence, DiceRules, black_box};

    #[divan::bench(args = [10, 100, 1000])]
    fn odds_and_distribution(bencher: Bencher<'_, '_>, units: usize) {
        let battle = Battle::classic();
        bencher.bench(|| battle.odds(black_box(units), black_box(units)));
    }

    #[divan::bench(args = [10, 100, 999])]
    fn odds_if_the_defender_sees_the_dice(bencher: Bencher<'_, '_>, units: usize) {
        let battle = Battle::new(DiceRules {
            defence: Defence::Seen,
            ..DiceRules::CLASSIC
        })
        .expect("the rules can be played");
        bencher.bench(|| battle.odds(black_box(units), black_box(units)));
    }

    #[divan::bench]
    fn campaign_of_five(bencher: Bencher<'_, '_>) {
        let battle = Battle::classic();
        bencher.bench(|| battle.campaign(black_box(30), &[5, 3, 1, 4, 2], 1));
    }
}
