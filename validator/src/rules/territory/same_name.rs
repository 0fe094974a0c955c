//! Two territories have the same name.
//!
//! Players could not tell them apart. Case and spaces do not make names different.
//!
//! ## How to repair
//!
//! Rename one of them. Names that many countries share are told apart by adding where:
//! "Georgia (US)".

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "TER002",
    name: "same-name",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("same_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(name) = crate::rules::territory::names::folded(&territory.name) else {
            continue;
        };
        if let Some(&first) = seen.get(&name) {
            findings.push(
                RULE.finding(format!("two territories are called “{}”", subject.name(at)))
                    .about([subject.entity(at), subject.entity(first)])
                    .at(subject.place(at))
                    .spot(subject.spot(at)),
            );
        } else {
            seen.insert(name, at);
        }
    }
    findings
}
