//! A territory has no pivot.
//!
//! A territory is tinted in its owner's colour from each of its pivots, and its badge
//! stands on the first. Without one it can be seen by nobody.
//!
//! ## How to repair
//!
//! The fix sets one in the middle of each part that counts: at the pixel farthest from
//! the border.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "PIV001",
    name: "no-pivot",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("no_pivot.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        if !territory.pivots.is_empty() {
            continue;
        }
        let name = subject.name(at);
        let fix = subject.mask().and_then(|(survey, land)| {
            let points = super::parts::centres(subject, survey, land, at);
            let edits = points.into_iter().enumerate().map(|(index, item)| {
                Edit::Pivots(territory.key, ListChange::Insert { at: index, item })
            });
            let edits: Vec<_> = edits.collect();
            (!edits.is_empty())
                .then(|| Fix::safe(format!("Set a pivot in the middle of {name}"), edits))
        });
        findings.push(
            RULE.finding(format!("{name} has no pivot"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(fix),
        );
    }
    findings
}
