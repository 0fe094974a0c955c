//! A name is too long for a label.
//!
//! Labels on the map, cards and columns of tables hold about 24 characters; longer
//! names are cut. The limit is `name-chars` in the settings.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "TER005",
    name: "long-name",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("long_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
                RULE.finding(format!(
                    "“{}” has {chars} characters; a label holds {limit}",
                    subject.name(at)
                ))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at)),
            );
        }
    }
    findings
}
