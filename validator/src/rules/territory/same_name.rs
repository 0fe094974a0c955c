//! Two territories have the same name.
//!
//! Players could not tell them apart. Case and spaces do not make names different.
//!
//! ## How to repair
//!
//! Rename one of them. Names that many countries share are told apart by adding where:
//! "Georgia (US)".

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) static RULE: Rule = Rule {
    code: "TER002",
    name: "same-name",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("same_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let names = subject
        .territories()
        .map(|(at, one)| (at, one.name.folded()));
    repeats(names)
        .into_iter()
        .map(|(at, first)| {
            let name = subject.name(at);
            RULE.finding(format!("two territories are called “{name}”"))
                .about([subject.entity(at), subject.entity(first)])
                .at(subject.place(at))
                .spot(subject.spot(at))
        })
        .collect()
}
