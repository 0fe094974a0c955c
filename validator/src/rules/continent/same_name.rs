//! Two continents have the same name.
//!
//! Players could not tell them apart. Case and spaces do not make names different.
//!
//! ## How to repair
//!
//! Rename one of them, or merge them: give the members of one the id of the other and
//! take the empty one out.

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) static RULE: Rule = Rule {
    code: "CON006",
    name: "same-name",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("same_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let names = subject
        .continents()
        .map(|(at, one)| (at, one.name.folded()));
    repeats(names)
        .into_iter()
        .map(|(at, first)| {
            let name = subject.continent_name(at);
            RULE.finding(format!("two continents are called “{name}”"))
                .about([
                    subject.continent_entity(at),
                    subject.continent_entity(first),
                ])
                .at(subject.continent_place(at))
        })
        .collect()
}
