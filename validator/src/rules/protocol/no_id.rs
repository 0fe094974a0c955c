//! A territory has no id.
//!
//! The id is the protocol's area index, and what neighbours name it by.
//!
//! ## How to repair
//!
//! Write `id="…"`. The fix takes the smallest that is free and that no other fix takes.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "NET003",
    name: "no-id",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("no_id.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let without = subject
        .territories()
        .filter(|(_, territory)| territory.id.is_none());
    let mut free = subject.draft.free_territory_ids();
    without
        .map(|(at, territory)| {
            let name = subject.name(at);
            RULE.finding(format!("{name} has no id"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(free.next().map(|id| {
                    Fix::safe(
                        format!("Give {name} the id {id}"),
                        [Edit::Territory(territory.key, TerritoryField::Id(Some(id)))],
                    )
                }))
        })
        .collect()
}
