//! Two continents have the same id.
//!
//! Their members cannot be told apart: all belong to the first of them.
//!
//! ## How to repair
//!
//! Give one of them another id, then its members.

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) static RULE: Rule = Rule {
    code: "CON012",
    name: "same-id",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("same_id.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut free = subject.draft.free_continent_ids();
    repeats(subject.continents().map(|(at, one)| (at, one.id)))
        .into_iter()
        .filter_map(|(at, first)| {
            let id = subject.continent(at).id?;
            let (name, other) = (subject.continent_name(at), subject.continent_name(first));
            let finding = RULE
                .finding(format!("{other} and {name} both have the id {id}"))
                .about([
                    subject.continent_entity(first),
                    subject.continent_entity(at),
                ])
                .at(subject.continent_place(at))
                .fix(free.next().map(|id| {
                    Fix::guess(
                        format!("Give {name} the id {id}"),
                        [Edit::Continent(
                            subject.continent(at).key,
                            ContinentField::Id(Some(id)),
                        )],
                    )
                }));
            Some(finding)
        })
        .collect()
}
