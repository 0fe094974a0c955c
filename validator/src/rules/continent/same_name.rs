//! Two continents have the same name.
//!
//! Players could not tell them apart. Case and spaces do not make names different.
//!
//! ## How to repair
//!
//! Rename one of them, or merge them: give the members of one the id of the other and
//! take the empty one out.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "CON006",
    name: "same-name",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("same_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let Some(name) = crate::rules::territory::names::folded(&continent.name) else {
            continue;
        };
        if let Some(&first) = seen.get(&name) {
            findings.push(
                RULE.finding(format!(
                    "two continents are called “{}”",
                    subject.continent_name(at)
                ))
                .about([
                    subject.continent_entity(at),
                    subject.continent_entity(first),
                ])
                .at(subject.continent_place(at)),
            );
        } else {
            seen.insert(name, at);
        }
    }
    findings
}
