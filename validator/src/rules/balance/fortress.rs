#![doc = include_str!("fortress.md")]

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let extent = Worth::of(subject, at).extent;
        if extent.borders == 1 && extent.territories > 2 && subject.draft.continents.len() > 1 {
            findings.push(
                rule.finding(format!(
                    "{}, with a bonus of {}, can be held with one territory",
                    subject.continent_name(at),
                    continent.bonus.unwrap_or(0)
                ))
                .on(subject.continent_site(at)),
            );
        }
    }
    findings
}
