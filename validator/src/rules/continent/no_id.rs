#![doc = include_str!("no_id.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut free = subject.draft.free_continent_ids();
    let without = subject
        .continents()
        .filter(|(_, continent)| continent.id.is_none());
    without
        .map(|(at, continent)| {
            let name = subject.continent_name(at);
            rule.finding(format!("{name} has no id"))
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
