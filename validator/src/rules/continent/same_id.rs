#![doc = include_str!("same_id.md")]

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut free = subject.draft.free_continent_ids();
    repeats(subject.continents().map(|(at, one)| (at, one.id)))
        .into_iter()
        .filter_map(|(at, first)| {
            let id = subject.continent(at).id?;
            let (name, other) = (subject.continent_name(at), subject.continent_name(first));
            let finding = rule
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
