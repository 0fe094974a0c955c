#![doc = include_str!("too_big.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let all = subject.draft.territories.len();
    if subject.draft.continents.len() < 2 {
        return Vec::new();
    }
    let limit = subject.settings.limits.continent_percent as usize;
    let big = subject
        .continents()
        .filter(|&(at, _)| subject.members[at].len() * 100 > all * limit);
    big.map(|(at, _)| {
        rule.finding(format!(
            "{} holds {} % of the map",
            subject.continent_name(at),
            subject.members[at].len() * 100 / all
        ))
        .on(subject.continent_site(at))
    })
    .collect()
}
