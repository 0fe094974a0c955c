//! A territory has specks: parts of a few pixels.
//!
//! They are usually slips of the brush. They get no pivot, so they keep the colour of
//! the image when the territory changes hands. The limit is `speck-pixels` in the
//! settings, 8 by default.
//!
//! ## How to repair
//!
//! Paint them over; `marchland-maps repair` removes them.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG007",
    name: "specks",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("specks.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.speck_pixels;
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let parts = land.parts(at);
        let area = |region| survey.regions.get(region).area;
        let Some(&largest) = parts.first().filter(|&&region| area(region) > limit) else {
            continue;
        };
        let has_pivot = |region| {
            territory
                .pivots
                .iter()
                .any(|p| survey.regions.region_at(p.x, p.y) == Some(region))
        };
        let specks: Vec<_> = parts
            .iter()
            .copied()
            .filter(|&region| region != largest && area(region) <= limit && !has_pivot(region))
            .collect();
        if let Some(&first) = specks.first() {
            findings.push(
                RULE.finding(format!(
                    "{} has {} under {} px",
                    subject.name(at),
                    specks_of(specks.len()),
                    limit + 1
                ))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(Some(survey.spot(first))),
            );
        }
    }
    findings
}

fn specks_of(count: usize) -> String {
    if count == 1 {
        "a speck".to_owned()
    } else {
        format!("{count} specks")
    }
}
