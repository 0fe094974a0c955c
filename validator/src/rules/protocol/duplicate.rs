#![doc = include_str!("duplicate.md")]

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut free = subject.draft.free_territory_ids();
    repeats(subject.territories().map(|(at, one)| (at, one.id)))
        .into_iter()
        .filter_map(|(at, first)| {
            let id = subject.territory(at).id?;
            let (name, other) = (subject.name(at), subject.name(first));
            let finding = rule
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
