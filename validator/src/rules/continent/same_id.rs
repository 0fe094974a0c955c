//! Two continents have the same id.
//!
//! Their members cannot be told apart: all belong to the first of them.
//!
//! ## How to repair
//!
//! Give one of them another id, then its members.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "CON012",
    name: "same-id",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("same_id.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut seen = HashMap::new();
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let Some(id) = continent.id else { continue };
        let Some(&first) = seen.get(&id) else {
            seen.insert(id, at);
            continue;
        };
        let free = subject.draft.free_continent_id();
        findings.push(
            RULE.finding(format!(
                "{} and {} both have the id {id}",
                subject.continent_name(first),
                subject.continent_name(at)
            ))
            .about([
                subject.continent_entity(first),
                subject.continent_entity(at),
            ])
            .at(subject.continent_place(at))
            .fix(Fix::guess(
                format!("Give {} the id {free}", subject.continent_name(at)),
                [Edit::Continent(
                    continent.key,
                    ContinentField::Id(Some(free)),
                )],
            )),
        );
    }
    findings
}
