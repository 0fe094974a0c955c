//! A territory is the only gate to a part of the map.
//!
//! Whoever holds it shuts the territories behind it off from the rest. The classic
//! board has two such gates; many make a map slow to play.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ013",
    name: "gate",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("gate.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let (_, gates) = subject.graph.cuts();
    gates
        .into_iter()
        .map(|cut| {
            RULE.finding(format!(
                "{} is the only gate to {}",
                subject.name(cut.what),
                subject.list(&cut.some, cut.count)
            ))
            .about([subject.entity(cut.what)])
            .at(subject.place(cut.what))
            .spot(subject.spot(cut.what))
        })
        .collect()
}
