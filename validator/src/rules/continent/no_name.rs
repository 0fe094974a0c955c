//! A continent has no name.
//!
//! Players see the name in lists of continents and in the log.
//!
//! ## How to repair
//!
//! Write `name="…"`; translations are `<name lang="…">` elements inside.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON014",
    name: "no-name",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("no_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let unnamed = subject.continents().filter(|(_, one)| one.name.is_blank());
    unnamed
        .map(|(at, _)| {
            RULE.finding(format!("{} has no name", subject.continent_name(at)))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
        })
        .collect()
}
