//! A territory is its own neighbour.
//!
//! Nobody attacks or moves to where he stands; the link says nothing.
//!
//! ## How to repair
//!
//! Take the neighbour out. If another territory was meant, write its id.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ002",
    name: "self-neighbour",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("self_neighbour.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &n) in territory.neighbours.iter().enumerate() {
            if subject.with_id(n.to) != Some(at) {
                continue;
            }
            let change = ListChange::Remove { at: index, item: n };
            findings.push(
                RULE.finding(format!("{} is its own neighbour", subject.name(at)))
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
