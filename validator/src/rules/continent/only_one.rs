//! The map has a single continent.
//!
//! Its bonus is only ever paid to a player who has won. Without a second continent
//! there is nothing to hold, only to conquer.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON015",
    name: "only-one",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("only_one.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    match subject.draft.continents.as_slice() {
        [_] => vec![
            RULE.finding(format!(
                "{} is the only continent",
                subject.continent_name(0)
            ))
            .about([subject.continent_entity(0)])
            .at(subject.continent_place(0)),
        ],
        _ => Vec::new(),
    }
}
