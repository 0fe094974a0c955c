//! Sampled odds against exact odds, against each other, and against a table sampled
//! by another program.

use std::num::NonZero;

use marchland_simulator::{
    Battle, Cell, DiceRules, Format, Job, Odds, Progress, SampleError, Sampling, Table, sample,
};

/// The probability that a normal variate exceeds four standard deviations.
const BEYOND_FOUR: f64 = 3.167e-5;

fn job(units: usize, iterations: u64, sampling: Sampling) -> Job {
    Job {
        units,
        iterations,
        seed: 20_261_121,
        sampling,
        threads: None,
    }
}

fn sampled(battle: &Battle, job: Job) -> Table {
    sample(battle, &job, &Progress::default()).unwrap()
}

/// Checks that a cell lies within four standard errors of the exact odds.
///
/// By chance, 1 of 16,000 cells exceeds four standard errors. If fewer than 25 wins
/// or losses are expected, the normal approximation fails (a single win in a cell
/// that expects a thousandth of one is 30 standard errors off, yet occurs in every
/// thousandth such cell), so the same probability is computed from the binomial
/// distribution. Likewise, means of a few wins are compared with the exact
/// distribution of their sum, and means of more wins with a normal distribution
/// corrected for skewness (Cornish and Fisher).
fn check(cell: Cell, odds: &Odds, battles: u64, what: &str) {
    let n = battles as f64;
    let wins = cell.win * n;
    let expected = odds.win * n;
    if expected.min(n - expected) >= 25.0 {
        let error = (odds.win * (1.0 - odds.win) / n).sqrt();
        let z = (cell.win - odds.win) / error;
        assert!(
            z.abs() <= 4.0,
            "{what}: won {} of {}, {z:.2} standard errors off",
            cell.win,
            odds.win
        );
        let reported = cell.errors.unwrap().win;
        assert!(
            (reported / error - 1.0).abs() < 0.5,
            "{what}: standard error {reported} for {error}"
        );
    } else {
        let (rare, seen) = if expected < n / 2.0 {
            (odds.win, wins)
        } else {
            (1.0 - odds.win, n - wins)
        };
        let (below, above) = binomial_tails(n, rare, seen.round());
        assert!(
            below.min(above) >= BEYOND_FOUR,
            "{what}: won {wins} battles, expected {expected}"
        );
    }
    if wins < 0.5 {
        assert_eq!(cell.survivors, 0.0, "{what}");
        return;
    }
    let law: Vec<f64> = odds.won.iter().map(|chance| chance / odds.win).collect();
    let moment = |power: i32| -> f64 {
        law.iter()
            .enumerate()
            .map(|(left, chance)| chance * (left as f64 - odds.survivors).powi(power))
            .sum()
    };
    let variance = moment(2);
    if variance < 1e-12 {
        assert!((cell.survivors - odds.survivors).abs() < 1e-9, "{what}");
    } else if wins < 30.0 {
        let mut sum = vec![1.0];
        for _ in 0..wins.round() as usize {
            let mut next = vec![0.0; sum.len() + law.len() - 1];
            for (i, one) in sum.iter().enumerate() {
                for (j, other) in law.iter().enumerate() {
                    next[i + j] += one * other;
                }
            }
            sum = next;
        }
        let seen = (cell.survivors * wins).round() as usize;
        let below: f64 = sum[..=seen].iter().sum();
        let above: f64 = sum[seen..].iter().sum();
        assert!(
            below.min(above) >= BEYOND_FOUR,
            "{what}: {} left, expected {}",
            cell.survivors,
            odds.survivors
        );
    } else {
        let error = (variance / wins).sqrt();
        let z = (cell.survivors - odds.survivors) / error;
        let skewness = moment(3) / variance.powf(1.5) / wins.sqrt();
        let corrected = z - skewness * (z * z - 1.0) / 6.0;
        assert!(
            corrected.abs() <= 4.0,
            "{what}: {} left, expected {}, {z:.2} standard errors off",
            cell.survivors,
            odds.survivors
        );
    }
}

/// The probabilities of at most and of at least `seen` successes.
fn binomial_tails(n: f64, p: f64, seen: f64) -> (f64, f64) {
    let mut chance = (n * (-p).ln_1p()).exp();
    let (mut below, mut at) = (0.0, 0.0);
    while at < seen {
        below += chance;
        chance *= (n - at) / (at + 1.0) * p / (1.0 - p);
        at += 1.0;
    }
    (below + chance, 1.0 - below)
}

fn check_all(battle: &Battle, job: Job) {
    let table = sampled(battle, job);
    for (a, d, cell) in table.cells() {
        let what = format!("{} by {:?}, {a} against {d}", battle.rules(), job.sampling);
        check(cell, &battle.odds(a, d), job.iterations, &what);
    }
}

#[test]
fn every_cell_lies_within_four_standard_errors() {
    let battle = Battle::classic();
    check_all(&battle, job(30, 10_000, Sampling::Split));
    check_all(&battle, job(30, 1_000_000, Sampling::Split));
    check_all(&battle, job(12, 2_000, Sampling::Dice));
}

#[test]
fn many_battles_show_no_bias() {
    let battle = Battle::classic();
    check_all(&battle, job(12, 30_000_000, Sampling::Split));
    check_all(&battle, job(4, 60_000, Sampling::Dice));
}

#[test]
fn every_method_follows_every_preset() {
    let mut variants: Vec<DiceRules> = DiceRules::PRESETS
        .iter()
        .map(|preset| preset.rules)
        .collect();
    variants.push(DiceRules {
        attacker_dice: 2,
        ..DiceRules::CLASSIC
    });
    variants.push(DiceRules {
        defender_dice: 1,
        sides: 20,
        ..DiceRules::CLASSIC
    });
    variants.push(DiceRules {
        attacker_dice: 4,
        defence: marchland_simulator::Defence::Blind,
        ..DiceRules::CLASSIC
    });
    for rules in variants {
        let battle = Battle::new(rules).unwrap();
        for sampling in Sampling::ALL {
            check_all(&battle, job(7, 1_500, sampling));
        }
    }
}

#[test]
fn the_methods_agree_with_each_other() {
    let battle = Battle::classic();
    let [dice, split] = Sampling::ALL.map(|sampling| sampled(&battle, job(10, 5_000, sampling)));
    for (a, d, cell) in dice.cells() {
        let against = split.get(a, d).unwrap();
        let exact = battle.odds(a, d).win;
        if (25.0..=4_975.0).contains(&(5_000.0 * exact)) {
            let error = cell.errors.unwrap().win.hypot(against.errors.unwrap().win);
            assert!(
                (cell.win - against.win).abs() <= 4.0 * error,
                "{a} against {d}"
            );
        }
    }
}

/// The published table was sampled by another program with 10,000 battles a cell and
/// rounded to three digits. It counts as attackers the units that may attack.
#[test]
fn odds_agree_with_a_published_table() {
    let battle = Battle::classic();
    let exact = battle.table(10);
    let ours = sampled(&battle, job(10, 10_000, Sampling::Split));
    let rounding = 0.0005;
    for (row, line) in include_str!("published-10x10.txt").lines().enumerate() {
        for (column, text) in line.split(' ').enumerate() {
            let published: f64 = text.parse().unwrap();
            let (a, d) = (row + 1, column + 1);
            let exact = exact.get(a, d).unwrap().win;
            let error = (exact * (1.0 - exact) / 10_000.0).sqrt();
            assert!(
                (published - exact).abs() <= 4.0 * error + rounding,
                "{a} against {d}: {published}, exactly {exact}"
            );
            let ours = ours.get(a, d).unwrap().win;
            let both = 4.0 * std::f64::consts::SQRT_2 * error + rounding;
            assert!(
                (published - ours).abs() <= both,
                "{a} against {d}: {published}, sampled {ours}"
            );
        }
    }
    // If attackers included the unit that stays behind, three against two would be
    // our two against two, far from the published value.
    let counted_otherwise = battle.odds(2, 2).win;
    assert!((0.656 - counted_otherwise).abs() > 50.0 * 0.005);
}

#[test]
fn the_same_seed_gives_the_same_table_on_any_number_of_threads() {
    let battle = Battle::classic();
    for (sampling, iterations) in [(Sampling::Dice, 300), (Sampling::Split, 5_000)] {
        let bytes = |threads, seed| {
            let job = Job {
                units: 5,
                iterations,
                seed,
                sampling,
                threads: NonZero::new(threads),
            };
            let mut bytes = Vec::new();
            sampled(&battle, job)
                .write(&mut bytes, Format::Csv)
                .unwrap();
            bytes
        };
        assert_eq!(bytes(1, 7), bytes(3, 7), "{sampling:?}");
        assert_ne!(bytes(1, 7), bytes(1, 8), "{sampling:?}");
    }
}

#[test]
fn out_of_range_and_cancelled_jobs_return_errors() {
    let battle = Battle::classic();
    let refused = |job| sample(&battle, &job, &Progress::default()).unwrap_err();
    assert_eq!(
        refused(job(0, 10, Sampling::Split)),
        SampleError::Units {
            given: 0,
            most: 10_000
        }
    );
    assert_eq!(
        refused(job(10_001, 10, Sampling::Split)),
        SampleError::Units {
            given: 10_001,
            most: 10_000
        }
    );
    assert_eq!(
        refused(job(10, 0, Sampling::Split)),
        SampleError::Iterations { given: 0 }
    );
    let progress = Progress::default();
    progress.cancel();
    assert_eq!(
        sample(&battle, &job(10, 10, Sampling::Split), &progress),
        Err(SampleError::Cancelled)
    );
}

#[test]
fn progress_ends_at_one() {
    let progress = Progress::default();
    sample(
        &Battle::classic(),
        &job(3, 300_000, Sampling::Dice),
        &progress,
    )
    .unwrap();
    assert_eq!(
        (progress.fraction(), progress.battles()),
        (1.0, 9 * 300_000)
    );
}
