//! A territory has far more neighbours than others.
//!
//! Two and a half times as many as the median, and at least eight. It can be
//! attacked from everywhere and is hard to hold.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ014",
    name: "crossroads",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("crossroads.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
            RULE.finding(format!(
                "{} has {} neighbours; half of the territories have {median} or fewer",
                subject.name(at),
                subject.graph.around(at).len()
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(subject.spot(at))
        })
        .collect()
}
