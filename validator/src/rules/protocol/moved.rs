#![doc = include_str!("moved.md")]

use crate::rules::prelude::*;
use crate::rules::protocol::old::same_territories;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let mut back = Vec::new();
    let mut same = same_territories(previous, subject.draft);
    same.sort_unstable_by_key(|&(_, at)| at);
    for (old, at) in same {
        let old = previous.territories[old].id;
        let (Some(was), Some(is)) = (old, subject.territory(at).id) else {
            continue;
        };
        if was == is {
            continue;
        }
        let name = subject.name(at);
        findings.push(
            rule.finding(format!("the id of {name} was {was} and is now {is}"))
                .on(subject.territory_site(at))
                .attribute("id"),
        );
        back.push((is, was));
    }
    // One fix for all: it goes through the whole draft.
    if let Some(first) = findings.first_mut() {
        first.fixes.push(Fix::guess(
            "Give all territories their old ids back",
            [author::renumber(subject.draft, back)],
        ));
    }
    findings
}
