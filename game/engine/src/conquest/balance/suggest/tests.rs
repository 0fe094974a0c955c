use super::*;
use crate::conquest::balance::trial::tests::trial;

#[test]
fn a_bonus_far_too_large_is_lowered_and_nothing_else_is_changed() {
    let mut trial = trial(3);
    let mut bonuses: Vec<u16> = trial.map.continents().iter().map(|c| c.bonus).collect();
    bonuses[1] = 15;
    trial.map = Arc::new(trial.map.with_bonuses(&bonuses));
    let search = Search {
        trials: vec![trial.clone()],
        doubted: Vec::new(),
        steps: 16,
        deals: 100,
        judged: 300,
    };
    let mut told = Vec::new();
    let run = |threads, tell: &mut dyn FnMut(Stage)| {
        let found = search.run(&trial.map, threads, &Stop::default(), tell);
        found.unwrap().unwrap()
    };
    let found = run(2, &mut |stage| told.push(stage));
    let compared = told
        .iter()
        .position(|&stage| stage == Stage::Trying(16, 16));
    let (steps, games) = told.split_at(compared.unwrap() + 1);
    let is_step = |stage: &Stage| matches!(stage, Stage::Trying(1..=16, 16));
    assert!(steps.iter().all(is_step), "{told:?}");
    // Old bonuses, new ones, and the new ones without each change: 900 games each.
    let changed = found.iter().filter(|p| p.tried != p.bonus).count() as u64;
    let all = 900 * (2 + changed);
    let played = |stage: &Stage| match stage {
        Stage::Comparing(played, of) if *of == all => *played,
        other => panic!("{other:?}"),
    };
    let played: Vec<u64> = games.iter().map(played).collect();
    assert!(played.is_sorted() && played[0] < 900, "{played:?}");
    assert_eq!(played.last(), Some(&all));
    assert_eq!(found, run(1, &mut |_| {}));
    let [least, most] = found[1].fitting;
    assert!((least..=most).contains(&found[1].proposed), "{found:?}");
    // The others have their present bonus or one near it.
    let others = found.iter().filter(|p| p.id != 1);
    let near = |p: &Proposal| p.proposed.abs_diff(p.bonus) <= 1;
    assert!(others.clone().all(near), "{found:?}");
    // It stood out, and now does so less.
    let [before, after] = [found[1].before, found[1].after].map(|lift| lift.unwrap().value);
    assert!(before > 0.02 && after.abs() < before, "{found:?}");
}

/// The bonuses of the world with a neutral force hardly matter, so that none is changed, however
/// few or many deals are played.
#[test]
fn bonuses_that_do_not_matter_are_left_alone() {
    for (seed, deals) in [(1, 10), (2, 20), (3, 40), (4, 100), (5, 200)] {
        let trial = Trial { seed, ..trial(2) };
        let search = Search {
            trials: vec![trial.clone()],
            doubted: Vec::new(),
            steps: 8,
            deals,
            judged: deals,
        };
        let found = search.run(&trial.map, 2, &Stop::default(), &mut |_| {});
        let found = found.unwrap().unwrap();
        assert!(found.iter().all(|p| p.proposed == p.bonus), "{found:?}");
    }
}

/// Too few deals for the measure to show it, but the games have shown it in another way.
#[test]
fn a_bonus_found_to_be_wrong_is_proposed_though_the_measure_hardly_shows_it() {
    let mut trial = trial(4);
    let mut bonuses: Vec<u16> = trial.map.continents().iter().map(|c| c.bonus).collect();
    bonuses[1] = 12;
    trial.map = Arc::new(trial.map.with_bonuses(&bonuses));
    let proposed = |doubted: Vec<usize>| {
        let search = Search {
            trials: vec![trial.clone()],
            doubted,
            steps: 8,
            deals: 8,
            judged: 8,
        };
        let found = search.run(&trial.map, 2, &Stop::default(), &mut |_| {});
        let found = found.unwrap().unwrap();
        found.iter().map(|p| p.proposed).collect::<Vec<_>>()
    };
    assert_eq!(proposed(Vec::new()), bonuses);
    let suitable = extent(&trial.map, 1).suitable();
    assert_eq!(proposed(vec![1])[1], suitable);
}

#[test]
fn a_bonus_that_fits_moves_by_one_and_stays_fitting() {
    // 3 suits it, and 1 to 5 fit.
    let extent = Extent {
        territories: 5,
        borders: 2,
    };
    assert_eq!(changed(extent, [14, 14], false), Some(3));
    assert_eq!(changed(extent, [14, 3], false), Some(2));
    assert_eq!(changed(extent, [14, 3], true), None, "not back");
    assert_eq!(changed(extent, [14, 14], true), None, "it has too much");
    assert_eq!(changed(extent, [3, 4], true), Some(5));
    assert_eq!(changed(extent, [3, 5], true), None);
    assert_eq!(changed(extent, [0, 0], true), Some(3));
    assert_eq!(changed(extent, [0, 0], false), None);
}

#[test]
fn a_stopped_search_proposes_nothing() {
    let trial = trial(2);
    let stop = Stop::default();
    stop.ask();
    let search = Search {
        trials: vec![trial.clone()],
        doubted: Vec::new(),
        steps: 2,
        deals: 4,
        judged: 4,
    };
    let found = search.run(&trial.map, 1, &stop, &mut |_| {});
    assert_eq!(found.unwrap(), None);
}
