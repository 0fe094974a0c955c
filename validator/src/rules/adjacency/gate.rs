#![doc = include_str!("gate.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let (_, gates) = subject.graph.cuts();
    gates
        .iter()
        .map(|cut| {
            rule.finding(format!(
                "{} is the only gate to {}",
                subject.name(cut.what),
                subject.list(&cut.some, cut.count)
            ))
            .on(subject.territory_site(cut.what))
        })
        .collect()
}
