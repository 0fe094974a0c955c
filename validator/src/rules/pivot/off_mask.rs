//! A pivot lies outside the mask.
//!
//! Its coordinates are larger than the mask; often the mask was cut or scaled after
//! the pivots were set.
//!
//! ## How to repair
//!
//! The fix moves it to the middle of the largest part that has none, or takes it out if
//! every part has one.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "PIV002",
    name: "off-mask",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("off_mask.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let (width, height) = survey.size();
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &pivot) in territory.pivots.iter().enumerate() {
            if pivot.x < width && pivot.y < height {
                continue;
            }
            findings.push(
                RULE.finding(format!(
                    "the pivot ({}, {}) of {} lies outside the mask of {width} × {height} pixels",
                    pivot.x,
                    pivot.y,
                    subject.name(at)
                ))
                .about([subject.entity(at), Entity::Pixel(pivot)])
                .at(Place::Pivot(territory.key, index))
                .spot(Some(Spot::at(pivot)))
                .fix(super::parts::brought_home(subject, survey, land, at, index)),
            );
        }
    }
    findings
}
