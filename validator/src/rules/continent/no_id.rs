//! A continent has no id.
//!
//! Territories name their continent by its id, so it cannot have members.
//!
//! ## How to repair
//!
//! Write `id="…"`. The fix takes the smallest that is free and that no other fix takes.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON013",
    name: "no-id",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("no_id.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut free = subject.draft.free_continent_ids();
    let without = subject
        .continents()
        .filter(|(_, continent)| continent.id.is_none());
    without
        .map(|(at, continent)| {
            let name = subject.continent_name(at);
            RULE.finding(format!("{name} has no id"))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
                .fix(free.next().map(|id| {
                    Fix::safe(
                        format!("Give {name} the id {id}"),
                        [Edit::Continent(continent.key, ContinentField::Id(Some(id)))],
                    )
                }))
        })
        .collect()
}
