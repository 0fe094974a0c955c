#![doc = include_str!("no_bonus.md")]

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let without = subject
        .continents()
        .filter(|(_, continent)| continent.bonus.is_none());
    without
        .map(|(at, continent)| {
            let name = subject.continent_name(at);
            let expected = Worth::of(subject, at).extent.suitable();
            rule.finding(format!("{name} has no bonus"))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
                .fix(Fix::guess(
                    format!("Set the bonus of {name} to {expected}"),
                    [Edit::Continent(
                        continent.key,
                        ContinentField::Bonus(Some(expected)),
                    )],
                ))
        })
        .collect()
}
