#![doc = include_str!("empty.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let empty = subject.continents().filter(|&(at, continent)| {
        let counted = continent
            .id
            .is_some_and(|id| subject.continent_with_id(id) == Some(at));
        counted && subject.members[at].is_empty()
    });
    empty
        .map(|(at, continent)| {
            let name = subject.continent_name(at);
            rule.finding(format!("{name} has no territory"))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
                .fix(Fix::guess(
                    format!("Take the continent {name} out"),
                    [author::remove_continent(subject.draft, continent.key)],
                ))
        })
        .collect()
}
