#![doc = include_str!("linked_and_closed.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(id) = territory.id else { continue };
        for (index, &to) in territory.closed.iter().enumerate() {
            let linked = subject
                .with_id(to)
                .filter(|&other| subject.graph.link(at, other).is_some());
            let Some(other) = linked else { continue };
            let pair = subject.pair(at, other);
            let (name, other_name) = (subject.name(at), subject.name(other));
            findings.push(
                rule.finding(format!(
                    "the border between {name} and {other_name} is both linked and closed"
                ))
                .about([subject.entity(at), subject.entity(other)])
                .at(Place::Closed(territory.key, index))
                .spot(subject.spot(at))
                .fix(Fix::guess(
                    format!("Keep {name} and {other_name} linked"),
                    [author::open_border(&pair, id, to)],
                ))
                .fix(Fix::guess(
                    format!("Keep the border of {name} and {other_name} closed"),
                    [author::unlink(&pair, id, to)],
                )),
            );
        }
    }
    findings
}
