//! A continent has no territory.
//!
//! Nobody can ever own it, so its bonus is never paid.
//!
//! ## How to repair
//!
//! Give it territories, or take it out. Taking it out renumbers nothing; if its id
//! was not the highest, a gap stays (CON011).

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON003",
    name: "empty",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("empty.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let empty = subject.continents().filter(|&(at, continent)| {
        let counted = continent
            .id
            .is_some_and(|id| subject.continent_with_id(id) == Some(at));
        counted && subject.members[at].is_empty()
    });
    empty
        .map(|(at, continent)| {
            let name = subject.continent_name(at);
            RULE.finding(format!("{name} has no territory"))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
                .fix(Fix::guess(
                    format!("Take the continent {name} out"),
                    [author::remove_continent(subject.draft, continent.key)],
                ))
        })
        .collect()
}
