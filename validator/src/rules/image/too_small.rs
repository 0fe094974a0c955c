//! A territory is too small for the number of its units.
//!
//! Not even half of the badge fits into its largest part, so the number hides the
//! territory and others around it.
//!
//! ## How to repair
//!
//! Draw it larger, make the badges of the map smaller (`badge="…"`), or place the badge
//! beside the territory with `<badge x="…" y="…"/>`: then this is not reported.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG010",
    name: "too-small",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("too_small.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let need = f64::from(subject.badge_diameter()) / 4.0;
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(&region) = land.parts(at).first().filter(|_| territory.badge.is_none()) else {
            continue;
        };
        let room = survey.centre(region).radius();
        if room < need {
            findings.push(
                RULE.finding(format!(
                    "{} has room for a disc of {:.0} px across, the badge has {}",
                    subject.name(at),
                    room * 2.0,
                    subject.badge_diameter()
                ))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(Some(survey.spot(region))),
            );
        }
    }
    findings
}
