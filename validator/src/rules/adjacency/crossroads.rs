#![doc = include_str!("crossroads.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut degrees: Vec<usize> = (0..subject.draft.territories.len())
        .map(|at| subject.graph.around(at).len())
        .collect();
    degrees.sort_unstable();
    let Some(&median) = degrees.get(degrees.len() / 2) else {
        return Vec::new();
    };
    let many = (median * 5).div_ceil(2).max(8);
    (0..subject.draft.territories.len())
        .filter(|&at| subject.graph.around(at).len() >= many)
        .map(|at| {
            rule.finding(format!(
                "{} has {} neighbours; the median is {median}",
                subject.name(at),
                subject.graph.around(at).len()
            ))
            .on(subject.territory_site(at))
        })
        .collect()
}
