//! The exact method against rational arithmetic and against single battles.

use marchland_simulator::{Battle, Defence, DiceRules, Exact, Odds, Stop, Ties};

struct Reference {
    rules: DiceRules,
    attackers: usize,
    defenders: usize,
    win: f64,
    attackers_left: f64,
    defenders_left: f64,
}

/// Odds in rational arithmetic, written by `tests/reference.py`.
fn references() -> Vec<Reference> {
    include_str!("reference.txt")
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let rules = DiceRules {
                attacker_dice: fields[0].parse().unwrap(),
                defender_dice: fields[1].parse().unwrap(),
                sides: fields[2].parse().unwrap(),
                ties: if fields[3] == "attacker" {
                    Ties::Attacker
                } else {
                    Ties::Defender
                },
                defence: match fields[4] {
                    "all" => Defence::All,
                    "blind" => Defence::Blind,
                    _ => Defence::Seen,
                },
            };
            Reference {
                rules,
                attackers: fields[5].parse().unwrap(),
                defenders: fields[6].parse().unwrap(),
                win: fields[7].parse().unwrap(),
                attackers_left: fields[8].parse().unwrap(),
                defenders_left: fields[9].parse().unwrap(),
            }
        })
        .collect()
}

fn attackers_left(odds: &Odds) -> f64 {
    odds.attackers as f64 - odds.attackers_lost
}

#[test]
fn tables_and_single_battles_agree_with_rational_arithmetic() {
    let references = references();
    assert_eq!(
        references
            .iter()
            .filter(|reference| reference.rules == DiceRules::CLASSIC)
            .count(),
        900
    );
    let (mut worst_win, mut worst_left) = (0.0_f64, 0.0_f64);
    for group in references.chunk_by(|one, other| one.rules == other.rules) {
        let battle = Battle::new(group[0].rules).unwrap();
        let mut exact = Exact::new(30);
        exact.solve(&battle);
        for reference in group {
            let (a, d) = (reference.attackers, reference.defenders);
            let odds = battle.odds(a, d);
            for win in [exact.win(a, d), odds.win] {
                worst_win = worst_win.max((win - reference.win).abs());
            }
            for left in [exact.survivors(a, d), attackers_left(&odds)] {
                worst_left = worst_left.max((left - reference.attackers_left).abs());
            }
            let defenders_left = d as f64 - odds.defenders_lost;
            worst_left = worst_left.max((defenders_left - reference.defenders_left).abs());
            assert!(
                worst_win < 1e-14 && worst_left < 1e-13,
                "{} {a} against {d}: off by {worst_win:e}, {worst_left:e}",
                battle.rules()
            );
        }
    }
    println!(
        "largest difference: {worst_win:e} in the chance to win, {worst_left:e} in units left"
    );
}

#[test]
fn tables_and_single_battles_agree_on_large_battles() {
    let battle = Battle::classic();
    let mut exact = Exact::new(1000);
    exact.solve(&battle);
    for (a, d) in [(1000, 1000), (999, 998), (3, 1000), (1000, 1), (625, 777)] {
        let odds = battle.odds(a, d);
        assert!(
            (odds.win - exact.win(a, d)).abs() < 1e-12,
            "{a} against {d}"
        );
        assert!(
            (attackers_left(&odds) - exact.survivors(a, d)).abs() < 1e-9,
            "{a} against {d}"
        );
        assert!((odds.win + odds.loss - 1.0).abs() < 1e-12);
    }
}

#[test]
fn every_table_size_gives_the_same_cells() {
    // To the last bit, although rows left over from the bands are solved by cell.
    for (attacker_dice, defence) in [
        (3, Defence::All),
        (2, Defence::All),
        (10, Defence::All),
        (3, Defence::Seen),
    ] {
        let battle = Battle::new(DiceRules {
            attacker_dice,
            defence,
            ..DiceRules::CLASSIC
        })
        .unwrap();
        let mut large = Exact::new(40);
        large.solve(&battle);
        for units in 0..40 {
            let mut small = Exact::new(units);
            small.solve(&battle);
            for a in 0..=units {
                for d in 0..=units {
                    assert_eq!(
                        (small.win(a, d), small.survivors(a, d)),
                        (large.win(a, d), large.survivors(a, d)),
                        "{a} against {d} in a table of {units}, {}",
                        battle.rules()
                    );
                }
            }
        }
    }
}

#[test]
fn breaking_off_moves_chance_from_losses_to_open_ends() {
    let battle = Battle::classic();
    let fought = battle.odds(10, 8);
    assert_eq!(fought.open, 0.0);
    let careful = battle.odds_until(10, 8, Stop::Left(3));
    assert_eq!(
        careful.loss, 0.0,
        "three attackers are never lost at once from four"
    );
    assert!((careful.win + careful.open - 1.0).abs() < 1e-14);
    assert!(careful.win < fought.win && careful.attackers_lost < fought.attackers_lost);
    assert!(
        careful
            .broken_off
            .iter()
            .all(|&(a, d, _)| (2..=3).contains(&a) && d >= 1)
    );
    // The attacker breaks off at once.
    let idle = battle.odds_until(3, 8, Stop::Left(3));
    assert_eq!(
        (idle.open, idle.attackers_lost, idle.broken_off.as_slice()),
        (1.0, 0.0, &[(3, 8, 1.0)][..])
    );
}

#[test]
fn one_round_follows_the_round_law() {
    let battle = Battle::classic();
    let odds = battle.odds_until(5, 4, Stop::Round);
    let ends: Vec<_> = odds
        .broken_off
        .iter()
        .map(|&(a, d, chance)| (a, d, (chance * 7776.0).round()))
        .collect();
    assert_eq!(ends, [(5, 2, 2890.0), (4, 3, 2611.0), (3, 4, 2275.0)]);
    assert!((odds.attackers_lost - (2611.0 + 2.0 * 2275.0) / 7776.0).abs() < 1e-14);
    let last = battle.odds_until(1, 1, Stop::Round);
    assert!((last.win - 15.0 / 36.0).abs() < 1e-15 && (last.loss - 21.0 / 36.0).abs() < 1e-15);
}

/// Chances to win if the defender sees the dice, weighing the answers to every throw
/// separately.
fn weighed_one_by_one(units: usize) -> Vec<Vec<f64>> {
    let dice = |count: u32| {
        (0..6_u32.pow(count)).map(move |code| {
            let mut throw: Vec<_> = (0..count).map(|die| code / 6_u32.pow(die) % 6).collect();
            throw.sort_unstable_by(|one, other| other.cmp(one));
            throw
        })
    };
    // losses[x - 1][throw][y - 1]: the chances that the attacker loses 0, 1, 2.
    let losses: Vec<Vec<Vec<[f64; 3]>>> = (1..=3)
        .map(|x| {
            let answers = |attack: &[u32]| {
                (1..=2)
                    .map(|y| {
                        let mut ways = [0.0; 3];
                        for defence in dice(y) {
                            let pairs = attack.iter().zip(&defence);
                            ways[pairs.filter(|(a, d)| a <= d).count()] += 1.0;
                        }
                        ways.map(|ways| ways / 6_f64.powi(y as i32))
                    })
                    .collect()
            };
            dice(x).map(|attack| answers(&attack)).collect()
        })
        .collect();
    let mut win = vec![vec![0.0; units + 1]; units + 1];
    for a in 1..=units {
        win[a][0] = 1.0;
        for d in 1..=units {
            let (x, y) = (a.min(3), d.min(2));
            let sum: f64 = losses[x - 1]
                .iter()
                .map(|answers| {
                    let values = (1..=y).map(|dice| {
                        let pairs = x.min(dice);
                        (0..=pairs)
                            .map(|lost| answers[dice - 1][lost] * win[a - lost][d - (pairs - lost)])
                            .sum::<f64>()
                    });
                    values.fold(f64::INFINITY, f64::min)
                })
                .sum();
            win[a][d] = sum / losses[x - 1].len() as f64;
        }
    }
    win
}

#[test]
fn weighing_all_throws_at_once_agrees_with_one_by_one() {
    let rules = |defence| DiceRules {
        defence,
        ..DiceRules::CLASSIC
    };
    let battle = Battle::new(rules(Defence::Seen)).unwrap();
    let units = 60;
    let mut exact = Exact::new(units);
    exact.solve(&battle);
    for (a, row) in weighed_one_by_one(units).iter().enumerate() {
        for (d, win) in row.iter().enumerate() {
            assert!((exact.win(a, d) - win).abs() < 1e-13, "{a} against {d}");
        }
    }
}

#[test]
fn defenders_choose_alike_in_tables_and_single_battles() {
    for (defender_dice, sides, defence) in [
        (2, 6, Defence::Seen),
        (2, 6, Defence::Blind),
        (3, 4, Defence::Seen),
        (4, 8, Defence::Blind),
    ] {
        let battle = Battle::new(DiceRules {
            defender_dice,
            sides,
            defence,
            ..DiceRules::CLASSIC
        })
        .unwrap();
        let mut exact = Exact::new(90);
        exact.solve(&battle);
        for (a, d) in [(90, 90), (60, 90), (90, 77), (2, 9), (31, 1)] {
            let odds = battle.odds(a, d);
            let (win, left) = (exact.win(a, d), exact.survivors(a, d));
            assert!(
                (odds.win - win).abs() < 1e-12 && (attackers_left(&odds) - left).abs() < 1e-10,
                "{}: {a} against {d}: off by {:e}, {:e}",
                battle.rules(),
                odds.win - win,
                attackers_left(&odds) - left
            );
            assert!((odds.win + odds.loss - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn a_choice_never_helps_the_attacker() {
    let win = |defence| {
        let mut exact = Exact::new(25);
        exact.solve(
            &Battle::new(DiceRules {
                defence,
                ..DiceRules::CLASSIC
            })
            .unwrap(),
        );
        exact
    };
    let (all, blind, seen) = (win(Defence::All), win(Defence::Blind), win(Defence::Seen));
    for a in 1..=25 {
        for d in 1..=25 {
            assert!(blind.win(a, d) <= all.win(a, d) + 1e-15, "{a} against {d}");
            assert!(seen.win(a, d) <= blind.win(a, d) + 1e-15, "{a} against {d}");
        }
    }
    assert!(
        seen.win(10, 10) < all.win(10, 10) - 0.05,
        "seeing the dice helps the defender"
    );
}
