//! Two territories have the same id.
//!
//! The id is the protocol's area index; whatever names it means the first of them.
//!
//! ## How to repair
//!
//! Give one of them another id. The fix gives the later one the smallest free id and
//! leaves all that points to the doubled id with the first.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "NET002",
    name: "duplicate",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("duplicate.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut seen = HashMap::new();
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(id) = territory.id else { continue };
        let Some(&first) = seen.get(&id) else {
            seen.insert(id, at);
            continue;
        };
        let free = subject.draft.free_territory_id();
        findings.push(
            RULE.finding(format!(
                "{} and {} both have the id {id}",
                subject.name(first),
                subject.name(at)
            ))
            .about([subject.entity(first), subject.entity(at)])
            .at(subject.place(at))
            .spot(subject.spot(at))
            .fix(Fix::guess(
                format!("Give {} the id {free}", subject.name(at)),
                [Edit::Territory(
                    territory.key,
                    TerritoryField::Id(Some(free)),
                )],
            )),
        );
    }
    findings
}
