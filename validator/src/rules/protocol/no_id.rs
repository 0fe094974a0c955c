#![doc = include_str!("no_id.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let without = subject
        .territories()
        .filter(|(_, territory)| territory.id.is_none());
    let mut free = subject.draft.free_territory_ids();
    without
        .map(|(at, territory)| {
            let name = subject.name(at);
            rule.finding(format!("{name} has no id"))
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
