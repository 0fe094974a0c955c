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
            rule.finding(format!("the id of {name} was {was} and is now {is}"))
                .on(subject.territory_site(at))
                .attribute("id")
                .fix(Fix::guess(
                    format!("Give {name} its old id {was} back"),
                    [author::renumber(subject.draft, territory.key, was)],
                )),
        );
    }
    findings
}
