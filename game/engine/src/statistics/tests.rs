use super::*;
use crate::play::{Dice, SeededDice};

#[test]
fn wilson_interval() {
    // Wilson's interval for 5 of 10, as in the literature: 0.2366, 0.7634.
    let (low, high) = wilson(5, 10);
    assert!((low - 0.236_59).abs() < 1e-4 && (high - 0.763_41).abs() < 1e-4);
    assert!(wilson(0, 40).0 <= 0.0 && wilson(40, 40).1 >= 1.0);
}

const RUNS: u32 = 10_000;
const GAMES: u32 = 200;

/// Of 10,000 runs that look after every game, in how many the truth was within all that
/// was seen: of the sequence, and of Wilson's interval.
fn covered(seed: u64, truth: f64, mut game: impl FnMut(&mut SeededDice) -> f64) -> (u32, u32) {
    let mut dice = SeededDice::new(seed);
    let (mut ours, mut ordinary) = (0, 0);
    let holds = |(low, high): (f64, f64)| low <= truth && truth <= high;
    for _ in 0..RUNS {
        let mut sequence = Sequence::default();
        let (mut sum, mut fooled) = (0.0, false);
        for played in 1..=GAMES {
            let value = game(&mut dice);
            sequence.add(value);
            sum += value;
            fooled |= !holds(wilson(sum.round() as u64, played.into()));
        }
        // The interval is the intersection of all that were.
        ours += u32::from(holds(sequence.interval()));
        ordinary += u32::from(!fooled);
    }
    (ours, ordinary)
}

#[test]
fn intervals_hold_when_checked_after_every_game() {
    for (seed, per_cent) in [(1, 25), (2, 50), (3, 3)] {
        let coin = |dice: &mut SeededDice| f64::from(u8::from(dice.below(100) < per_cent));
        let (ours, ordinary) = covered(seed, f64::from(per_cent) / 100.0, coin);
        assert!(ours >= RUNS * 95 / 100, "{per_cent} %: {ours}");
        // The test can tell: an ordinary interval does not do.
        assert!(ordinary < RUNS * 85 / 100, "{per_cent} %: {ordinary}");
    }
}

/// Four games of one deal are one number, and anything but alike to four games.
#[test]
fn deals_are_not_fooled_either() {
    let deal = |dice: &mut SeededDice| {
        let chance = [10, 25, 40][dice.below(3) as usize];
        let wins = (0..4).filter(|_| dice.below(100) < chance).count();
        wins as f64 / 4.0
    };
    let (ours, _) = covered(4, 0.25, deal);
    assert!(ours >= RUNS * 95 / 100, "{ours}");
}

/// Means of deals and ratios that are looked at after every deal from the tenth on.
#[test]
fn estimates_hold_at_any_time() {
    let mut dice = SeededDice::new(7);
    let (mut means, mut ratios, mut ordinary, mut accused) = (0, 0, 0, 0);
    let holds = |(low, high): (f64, f64), truth| low <= truth && truth <= high;
    for _ in 0..RUNS {
        let mut moments = Moments::default();
        let mut ratio = Ratio::default();
        let mut kept = [true; 4];
        for _ in 0..GAMES {
            let games = u64::from(dice.below(5));
            let wins = (0..games).filter(|_| dice.below(100) < 36).count() as u64;
            moments.add(wins as i64);
            ratio.count += 1;
            for (at, value) in [wins, games].into_iter().enumerate() {
                ratio.sums[at] += value;
                ratio.squares[at] += value * value;
            }
            ratio.products += wins * games;
            let (mean, share) = (moments.mean(), ratio.ratio());
            if mean.error.is_finite() && share.error.is_finite() {
                kept[0] &= holds(mean.at_any_time(moments.count), 0.72);
                kept[1] &= holds(share.at_any_time(ratio.count), 0.36);
                kept[2] &= holds(mean.interval(moments.count), 0.72);
                kept[3] &= ever_above(share, 0.36, ratio.count) > 0.05;
            }
        }
        let sums = [&mut means, &mut ratios, &mut ordinary, &mut accused];
        for (sum, kept) in sums.into_iter().zip(kept) {
            *sum += u32::from(kept);
        }
    }
    assert!(means >= RUNS * 95 / 100, "{means}");
    assert!(ratios >= RUNS * 95 / 100, "{ratios}");
    assert!(accused >= RUNS * 95 / 100, "{accused}");
    // The test can tell.
    assert!(ordinary < RUNS * 85 / 100, "{ordinary}");
    assert!((ever_above(Estimate::UNKNOWN, 0.0, 100) - 1.0).abs() < 1e-12);
}

#[test]
fn sequences_become_narrow() {
    let mut dice = SeededDice::new(5);
    let mut sequence = Sequence::default();
    assert_eq!(sequence.interval(), (0.0, 1.0));
    for _ in 0..20_000 {
        sequence.add(f64::from(u8::from(dice.below(4) == 0)));
    }
    let ordinary = Z95 * (0.25_f64 * 0.75 / 20_000.0).sqrt();
    assert!(sequence.half() < 3.0 * ordinary, "{}", sequence.half());
}

#[test]
fn means_and_differences() {
    let mut moments = Moments::default();
    assert_eq!(moments.mean(), Estimate::UNKNOWN);
    for value in [2, 4, 4, 4, 5, 5, 7, 9, 5] {
        moments.add(value - 5);
    }
    assert_eq!(moments.mean(), Estimate::UNKNOWN, "nine say nothing");
    moments.add(0);
    let mean = moments.mean();
    // Variance 32 / 9.
    assert!((mean.value - 0.0).abs() < 1e-12);
    assert!((mean.error - (32.0_f64 / 9.0 / 10.0).sqrt()).abs() < 1e-12);
    let mut twice = moments;
    twice.merge(moments);
    assert_eq!((twice.count, twice.squares), (20, 64));
}

/// The interval of a mean of a fixed number holds about as often as it says, and so does
/// that of a ratio.
#[test]
fn intervals_of_fixed_numbers_hold() {
    let mut dice = SeededDice::new(6);
    let (mut means, mut ratios) = (0, 0);
    let runs = 4_000;
    for _ in 0..runs {
        let mut moments = Moments::default();
        let mut ratio = Ratio::default();
        for _ in 0..200 {
            let games = u64::from(dice.below(5));
            let wins = (0..games).filter(|_| dice.below(100) < 36).count() as u64;
            moments.add(games as i64);
            ratio.count += 1;
            for (at, value) in [wins, games].into_iter().enumerate() {
                ratio.sums[at] += value;
                ratio.squares[at] += value * value;
            }
            ratio.products += wins * games;
        }
        let holds = |(low, high): (f64, f64), truth| u32::from(low <= truth && truth <= high);
        means += holds(moments.mean().interval(200), 2.0);
        ratios += holds(ratio.ratio().interval(200), 0.36);
    }
    // 95 % less four standard errors of 0.34 points.
    assert!(
        means > runs * 936 / 1_000 && means < runs * 964 / 1_000,
        "{means}"
    );
    assert!(
        ratios > runs * 936 / 1_000 && ratios < runs * 964 / 1_000,
        "{ratios}"
    );
}

#[test]
fn tails_of_the_normal_law() {
    let figure = |value| Estimate { value, error: 1.0 };
    for (z, chance) in [
        (0.0, 0.5),
        (Z95, 0.025),
        (-1.0, 0.841_344_7),
        (5.0, 2.87e-7),
    ] {
        let found = above(figure(z), 0.0, 1 << 40);
        assert!((found - chance).abs() < 1e-7, "{z}: {found}");
    }
    assert!((above(Estimate::UNKNOWN, 0.0, 100) - 1.0).abs() < 1e-12);
}

/// Quantiles from tables of Student's t distribution, for 10, 20 and 61 samples.
#[test]
fn tails_of_students_t() {
    let figure = |value| Estimate { value, error: 1.0 };
    for (count, t, chance) in [
        (10, 2.262, 0.025),
        (10, 4.297, 0.001),
        (20, 2.093, 0.025),
        (20, 3.579, 0.001),
        (61, 3.232, 0.001),
    ] {
        let found = above(figure(t), 0.0, count);
        assert!((found / chance - 1.0).abs() < 0.05, "{count} {t}: {found}");
        let other = above(figure(-t), 0.0, count);
        assert!((found + other - 1.0).abs() < 1e-7, "{count} {t}: {other}");
    }
    for (count, t) in [(10, 2.262), (20, 2.093), (61, 2.000)] {
        assert!((t95(count) - t).abs() < 0.01, "{count}: {}", t95(count));
    }
}

/// The example of the paper of 1995: of 15 tests four are found at a rate of 5 %.
#[test]
fn false_discoveries_as_published() {
    let chances = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
        0.5719, 0.6528, 0.7590, 1.0,
    ];
    let found = discoveries(&chances, 0.05);
    assert_eq!(found.iter().filter(|found| **found).count(), 4);
    assert!(found[..4].iter().all(|found| *found));
    assert!(discoveries(&[], 0.05).is_empty());
    assert_eq!(discoveries(&[0.9, 0.01], 0.05), [false, true]);
}

/// Where nothing is to be found, something is found in one run of twenty at most.
#[test]
fn false_discoveries_stay_below_the_rate() {
    let mut dice = SeededDice::new(8);
    let runs = 4_000;
    let fooled = (0..runs).filter(|_| {
        let chances: Vec<f64> = (0..40)
            .map(|_| f64::from(dice.below(1 << 30)) / f64::from(1 << 30))
            .collect();
        discoveries(&chances, 0.05).contains(&true)
    });
    // 5 % and four standard errors.
    assert!(fooled.count() < runs * 64 / 1_000);
}
