#![doc = include_str!("bonus_out_of_line.md")]

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let (Some(bonus), false) = (continent.bonus, subject.members[at].is_empty()) else {
            continue;
        };
        let worth = Worth::of(subject, at);
        let fitting = worth.extent.fitting();
        if fitting.contains(&bonus) {
            continue;
        }
        let (least, most) = (fitting.start(), fitting.end());
        let expected = worth.extent.suitable();
        let name = subject.continent_name(at);
        findings.push(
            rule.finding(format!(
                "{name} yields {bonus} a turn; {least} to {most} would fit its size"
            ))
            .on(subject.continent_site(at))
            .attribute("bonus")
            .help(format!(
                "it has {} territories, {} of them on its border, and can be entered from {} {}",
                worth.extent.territories,
                worth.extent.borders,
                worth.entries,
                if worth.entries == 1 {
                    "other"
                } else {
                    "others"
                }
            ))
            .fix(Fix::guess(
                format!("Set the bonus of {name} to {expected}"),
                [Edit::Continent(
                    continent.key,
                    ContinentField::Bonus(Some(expected)),
                )],
            )),
        );
    }
    findings
}
