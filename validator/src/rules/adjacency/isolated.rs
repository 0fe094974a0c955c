#![doc = include_str!("isolated.md")]

use crate::rules::adjacency::join::Joiner;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    if subject.draft.territories.len() < 2 {
        return Vec::new();
    }
    let mut joiner = Joiner::new(subject);
    let lonely =
        (0..subject.draft.territories.len()).filter(|&at| subject.graph.around(at).is_empty());
    lonely
        .map(|at| {
            rule.finding(format!(
                "{} has no link to any other territory",
                subject.name(at)
            ))
            .on(subject.territory_site(at))
            .fix(joiner.fix(&[at]))
        })
        .collect()
}
