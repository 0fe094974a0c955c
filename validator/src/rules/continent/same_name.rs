#![doc = include_str!("same_name.md")]

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let names = subject
        .continents()
        .map(|(at, one)| (at, one.name.folded()));
    repeats(names)
        .into_iter()
        .map(|(at, first)| {
            let name = subject.continent_name(at);
            rule.finding(format!("two continents are called “{name}”"))
                .about([
                    subject.continent_entity(at),
                    subject.continent_entity(first),
                ])
                .at(subject.continent_place(at))
        })
        .collect()
}
