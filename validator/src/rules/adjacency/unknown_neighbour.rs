//! A territory names a neighbour that does not exist.
//!
//! The number in `<neighbour territory="…"/>` is the id of no territory of this
//! map, so the link leads nowhere. Usually the territory was removed or renumbered
//! by hand.
//!
//! ## How to repair
//!
//! Correct the number, or take the neighbour out.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ001",
    name: "unknown-neighbour",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("unknown_neighbour.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &n) in territory.neighbours.iter().enumerate() {
            if subject.with_id(n.to).is_some() {
                continue;
            }
            let name = subject.name(at);
            let change = ListChange::Remove { at: index, item: n };
            findings.push(
                RULE.finding(format!(
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
