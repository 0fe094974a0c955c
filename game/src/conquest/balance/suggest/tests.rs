use super::*;
use crate::conquest::balance::trial::tests::trial;

#[test]
fn a_bonus_far_too_large_is_lowered() {
    let mut trial = trial(3);
    let mut bonuses: Vec<u16> = trial.map.continents().iter().map(|c| c.bonus).collect();
    bonuses[1] = 15;
    trial.map = Arc::new(trial.map.with_bonuses(&bonuses));
    let search = Search {
        trials: vec![trial.clone()],
        steps: 16,
        deals: 100,
        judged: 600,
    };
    let mut told = 0;
    let run = |threads, tell: &mut dyn FnMut(u32, u32)| {
        let found = search.run(&trial.map, threads, &Stop::default(), tell);
        found.unwrap().unwrap()
    };
    let found = run(2, &mut |step, of| {
        assert!(step == told + 1 && of == 16);
        told = step;
    });
    assert_eq!(told, 16);
    assert_eq!(found, run(1, &mut |_, _| {}));
    assert!(found[1].proposed <= 11, "{found:?}");
    // It stood out, and now does so less.
    let beyond = |of: fn(&Proposal) -> Option<Figure>| {
        let lifts: Vec<f64> = found.iter().map(|p| of(p).unwrap().value).collect();
        lifts[1] - lifts.iter().sum::<f64>() / lifts.len() as f64
    };
    let (before, after) = (beyond(|p| p.before), beyond(|p| p.after));
    assert!(before > 0.02 && after.abs() < before, "{found:?}");
    // The sum stays the same, except for rounding.
    let sums: [u16; 2] = [
        found.iter().map(|p| p.bonus).sum(),
        found.iter().map(|p| p.proposed).sum(),
    ];
    assert!(sums[0].abs_diff(sums[1]) <= 4, "{sums:?}");
}

/// The bonuses of the world with a neutral force hardly matter, so that few deals cannot improve
/// them, whatever they suggest. What is tried is proposed exactly if the figures say that it is
/// better, and otherwise nothing is.
#[test]
fn bonuses_that_are_judged_worse_are_not_proposed() {
    let mut kept = 0;
    for seed in 1..=6 {
        let trial = Trial { seed, ..trial(2) };
        let search = Search {
            trials: vec![trial.clone()],
            steps: 8,
            deals: 20,
            judged: 40,
        };
        let found = search.run(&trial.map, 2, &Stop::default(), &mut |_, _| {});
        let found = found.unwrap().unwrap();
        let same = |of: fn(&Proposal) -> u16| found.iter().all(|p| of(p) == p.bonus);
        let distance = |of: fn(&Proposal) -> Option<Figure>| {
            let lifts = found.iter().map(|p| of(p).unwrap().value);
            lifts.clone().fold(f64::MIN, f64::max) - lifts.fold(f64::MAX, f64::min)
        };
        assert!(!same(|p| p.tried), "{found:?}");
        if same(|p| p.proposed) {
            kept += 1;
        } else {
            assert!(found.iter().all(|p| p.proposed == p.tried), "{found:?}");
            assert!(distance(|p| p.after) < distance(|p| p.before), "{found:?}");
        }
    }
    assert!(kept > 0);
}

#[test]
fn fractions_are_played_in_their_share() {
    for bonus in [0.0, 2.0, 3.3, 4.75] {
        let played = (0..200).map(|step| f64::from(whole(bonus, step)));
        let mean = played.sum::<f64>() / 200.0;
        assert!((mean - bonus).abs() < 0.02, "{bonus}: {mean}");
    }
    let mut bonuses = [0.5, 9.0, 0.0];
    keep_sum(&mut bonuses, 6.0);
    assert!((bonuses.iter().sum::<f64>() - 6.0).abs() < 0.2 && bonuses.iter().all(|b| *b >= 0.0));
}

#[test]
fn a_stopped_search_proposes_nothing() {
    let trial = trial(2);
    let stop = Stop::default();
    stop.ask();
    let search = Search {
        trials: vec![trial.clone()],
        steps: 2,
        deals: 4,
        judged: 4,
    };
    let found = search.run(&trial.map, 1, &stop, &mut |_, _| {});
    assert_eq!(found.unwrap(), None);
}
