#![doc = include_str!("unknown_neighbour.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &n) in territory.neighbours.iter().enumerate() {
            if subject.with_id(n.to).is_some() {
                continue;
            }
            let name = subject.name(at);
            let change = ListChange::Remove { at: index, item: n };
            findings.push(
                rule.finding(format!(
                    "{name} has {} as a neighbour, but no territory has that id",
                    n.to
                ))
                .about([subject.entity(at), Entity::Detail(n.to.to_string())])
                .at(Place::Neighbour(territory.key, index))
                .spot(subject.spot(at))
                .fix(Fix::guess(
                    format!("Take {} out of {name}'s neighbours", n.to),
                    [Edit::Neighbours(territory.key, change)],
                )),
            );
        }
    }
    findings
}
