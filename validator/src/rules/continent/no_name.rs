#![doc = include_str!("no_name.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let unnamed = subject.continents().filter(|(_, one)| one.name.is_blank());
    unnamed
        .map(|(at, _)| {
            rule.finding(format!("{} has no name", subject.continent_name(at)))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
        })
        .collect()
}
