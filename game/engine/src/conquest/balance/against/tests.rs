use super::*;
use crate::conquest::balance::report::lift_begun;
use crate::conquest::balance::trial::tests::{played, trial};
use std::sync::Arc;

fn compared(new: &Trial, old: &Trial, deals: u64, threads: usize) -> Vec<Change> {
    let mut tell = |_| ControlFlow::Continue(());
    against(new, old, 0..deals, threads, &Stop::default(), &mut tell).unwrap()
}

/// The same dice on the same map give the same games, so all differences are 0.
#[test]
fn a_map_does_not_differ_from_itself() {
    let trial = trial(3);
    let changes = compared(&trial, &trial, 24, 2);
    assert!(changes.len() > 42 + 6 * 4);
    for change in changes {
        let difference = change.difference.unwrap();
        assert!((change.new - change.old).abs() < 1e-12, "{change:?}");
        assert!(difference.value.abs() < 1e-12, "{change:?}");
        assert!(
            !change.counts && (change.chance - 1.0).abs() < 1e-6,
            "{change:?}"
        );
    }
}

#[test]
fn a_raised_bonus_is_found_on_any_number_of_threads() {
    let old = trial(4);
    let mut bonuses: Vec<u16> = old.map.continents().iter().map(|c| c.bonus).collect();
    bonuses[0] += 12;
    let new = Trial {
        map: Arc::new(old.map.with_bonuses(&bonuses)),
        ..old.clone()
    };
    let changes = compared(&new, &old, 60, 2);
    assert_eq!(changes, compared(&new, &old, 60, 1));
    let sure = |change: &Change| {
        let figure = change.difference.unwrap();
        if figure.half() > 0.0 {
            figure.value.abs() / figure.half()
        } else {
            0.0
        }
    };
    assert!(changes.is_sorted_by(|a, b| sure(a) >= sure(b)));
    // Games become shorter if a player gets that many units.
    let rounds = changes
        .iter()
        .find(|change| change.what == What::Rounds)
        .unwrap();
    assert!(rounds.counts && rounds.new < rounds.old, "{rounds:?}");
    let difference = rounds.difference.unwrap();
    assert!((rounds.new - rounds.old - difference.value).abs() < 1e-9);
    // What the report calls what a territory dealt adds.
    let begun = |trial: &Trial| lift_begun(&trial.layout(), &played(trial, 0..60, 2), 0).value;
    let of_first = changes
        .iter()
        .find(|change| change.what == What::Begun && change.subject == "North America");
    let of_first = of_first.unwrap();
    assert!((of_first.old - begun(&old)).abs() < 1e-9, "{of_first:?}");
    assert!((of_first.new - begun(&new)).abs() < 1e-9, "{of_first:?}");
    assert!(of_first.new > of_first.old, "{of_first:?}");
}

#[test]
fn names_in_one_version_only_are_left_out() {
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let found: Vec<_> = both(names(&["a", "b", "d"]), &names(&["b", "c", "d"])).collect();
    assert_eq!(found, [(1, 0, "b".to_owned()), (2, 2, "d".to_owned())]);
}
