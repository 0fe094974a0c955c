//! A continent can be shut with a single territory.
//!
//! All ways into it lead to one of its territories. Easy to hold, so its bonus
//! should be small; the classic board has one such continent, worth two.

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "BAL005",
    name: "fortress",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("fortress.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let worth = Worth::of(subject, at);
        if worth.borders == 1 && worth.territories > 2 && subject.draft.continents.len() > 1 {
            findings.push(
                RULE.finding(format!(
                    "{} with its bonus of {} can be held from one territory",
                    subject.continent_name(at),
                    continent.bonus.unwrap_or(0)
                ))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at)),
            );
        }
    }
    findings
}
