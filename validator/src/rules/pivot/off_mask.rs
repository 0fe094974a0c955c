#![doc = include_str!("off_mask.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let (width, height) = survey.regions.size();
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &pivot) in territory.pivots.iter().enumerate() {
            if pivot.x < width && pivot.y < height {
                continue;
            }
            findings.push(
                rule.finding(format!(
                    "the pivot ({}, {}) of {} lies outside the mask of {width} × {height} pixels",
                    pivot.x,
                    pivot.y,
                    subject.name(at)
                ))
                .about([subject.entity(at), Entity::Pixel(pivot)])
                .at(Place::Pivot(territory.key, index))
                .spot(Some(Spot::at(pivot)))
                .fix(super::parts::relocate(subject, survey, land, at, index)),
            );
        }
    }
    findings
}
