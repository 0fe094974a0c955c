#![doc = include_str!("moved.md")]

use crate::rules::prelude::*;
use crate::rules::protocol::old::same_territories;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (old, at) in same_territories(previous, subject.draft) {
        let territory = subject.territory(at);
        let (Some(was), Some(is)) = (previous.draft.territories[old].id, territory.id) else {
            continue;
        };
        if was == is {
            continue;
        }
        let name = subject.name(at);
        findings.push(
            rule.finding(format!("{name} had the id {was} and now has {is}"))
                .on(subject.territory_site(at))
                .fix(Fix::guess(
                    format!("Give {name} the id {was} back"),
                    [author::renumber(subject.draft, territory.key, was)],
                )),
        );
    }
    findings
}
