//! A continent's bonus does not fit its size and borders.
//!
//! A continent is worth more the more territories have to be conquered and the more
//! borders have to be held. (territories + 2 × border territories) / 3 gives five of
//! the six bonuses of the classic board; a bonus may differ from it by half, and by
//! one at least, before this finding is made.
//!
//! ## How to repair
//!
//! Change the bonus, or waive the finding if the continent has other advantages.

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON008",
    name: "bonus-out-of-line",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("bonus_out_of_line.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let (Some(bonus), false) = (continent.bonus, subject.members[at].is_empty()) else {
            continue;
        };
        let worth = Worth::of(subject, at);
        let expected = worth.expected();
        let slack = expected.div_ceil(2).max(1);
        let (least, most) = (expected.saturating_sub(slack), expected + slack);
        if (least..=most).contains(&bonus) {
            continue;
        }
        let name = subject.continent_name(at);
        findings.push(
            RULE.finding(format!("{name} yields {bonus} a turn; {least} to {most} would fit its size"))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
                .help(format!(
                    "it has {} territories, {} of them on its border, and can be entered from {} others",
                    worth.territories, worth.borders, worth.entries
                ))
                .fix(Fix::guess(
                    format!("Set the bonus of {name} to {expected}"),
                    [Edit::Continent(continent.key, ContinentField::Bonus(Some(expected)))],
                )),
        );
    }
    findings
}
