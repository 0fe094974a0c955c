//! Two territories have the same id.
//!
//! The id is the protocol's area index; whatever names it means the first of them.
//!
//! ## How to repair
//!
//! Give one of them another id. The fix gives the later one a free id and leaves
//! all that points to the doubled id with the first.

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) static RULE: Rule = Rule {
    code: "NET002",
    name: "duplicate",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("duplicate.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut free = subject.draft.free_territory_ids();
    repeats(subject.territories().map(|(at, one)| (at, one.id)))
        .into_iter()
        .filter_map(|(at, first)| {
            let id = subject.territory(at).id?;
            let (name, other) = (subject.name(at), subject.name(first));
            let finding = RULE
                .finding(format!("{other} and {name} both have the id {id}"))
                .about([subject.entity(first), subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(free.next().map(|id| {
                    Fix::guess(
                        format!("Give {name} the id {id}"),
                        [Edit::Territory(
                            subject.territory(at).key,
                            TerritoryField::Id(Some(id)),
                        )],
                    )
                }));
            Some(finding)
        })
        .collect()
}
