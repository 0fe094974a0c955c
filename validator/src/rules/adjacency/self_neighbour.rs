#![doc = include_str!("self_neighbour.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &n) in territory.neighbours.iter().enumerate() {
            if subject.with_id(n.to) != Some(at) {
                continue;
            }
            let change = ListChange::Remove { at: index, item: n };
            findings.push(
                rule.finding(format!("{} is its own neighbour", subject.name(at)))
                    .about([subject.entity(at)])
                    .at(Place::Neighbour(territory.key, index))
                    .spot(subject.spot(at))
                    .fix(Fix::safe(
                        format!("Take {0} out of {0}'s neighbours", subject.name(at)),
                        [Edit::Neighbours(territory.key, change)],
                    )),
            );
        }
    }
    findings
}
