//! One continent holds most of the map.
//!
//! Whoever owns it has won already, so its bonus decides nothing; the other
//! continents decide little. The limit is `continent-percent` in the settings, 60
//! by default. A map with a single continent is not reported here but as CON015.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON009",
    name: "too-big",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("too_big.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let all = subject.draft.territories.len();
    if subject.draft.continents.len() < 2 {
        return Vec::new();
    }
    let limit = subject.settings.limits.continent_percent as usize;
    let big = subject
        .continents()
        .filter(|&(at, _)| subject.members[at].len() * 100 > all * limit);
    big.map(|(at, _)| {
        RULE.finding(format!(
            "{} holds {} % of the map",
            subject.continent_name(at),
            subject.members[at].len() * 100 / all
        ))
        .about([subject.continent_entity(at)])
        .at(subject.continent_place(at))
    })
    .collect()
}
