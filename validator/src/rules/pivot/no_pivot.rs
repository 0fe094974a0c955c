#![doc = include_str!("no_pivot.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        if !territory.pivots.is_empty() {
            continue;
        }
        let name = subject.name(at);
        let fix = subject.mask().and_then(|(survey, land)| {
            let points = super::parts::centres(subject, survey, land, at);
            let edits = points.into_iter().enumerate().map(|(index, item)| {
                Edit::Pivots(territory.key, ListChange::Insert { at: index, item })
            });
            let edits: Vec<_> = edits.collect();
            (!edits.is_empty())
                .then(|| Fix::safe(format!("Set a pivot in the middle of {name}"), edits))
        });
        findings.push(
            rule.finding(format!("{name} has no pivot"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(fix),
        );
    }
    findings
}
