#![doc = include_str!("long_name.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let limit = subject.settings.limits.name_chars;
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let chars = territory
            .name
            .text
            .as_ref()
            .map_or(0, |text| text.trim().chars().count());
        if chars > limit {
            findings.push(
                rule.finding(format!(
                    "“{}” has {chars} characters; a label holds {limit}",
                    subject.name(at)
                ))
                .on(subject.territory_site(at))
                .attribute("name"),
            );
        }
    }
    findings
}
