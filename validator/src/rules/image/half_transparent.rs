//! The mask has half-transparent pixels.
//!
//! Programs disagree on what colour they are, so they are nobody's here.
//!
//! ## How to repair
//!
//! Flatten the mask: a mask needs no transparency.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG008",
    name: "half-transparent",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("half_transparent.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let half: Vec<_> = survey
        .colours
        .iter()
        .filter(|(c, _)| !matches!(c.colour.alpha(), 0 | 255))
        .collect();
    let Some(&&(_, region)) = half.first() else {
        return Vec::new();
    };
    let pixels: u64 = half.iter().map(|(c, _)| c.area).sum();
    vec![
        RULE.finding(format!("{pixels} px of the mask are half-transparent"))
            .about([Entity::File(subject.mask_file())])
            .attribute("mask")
            .spot(Some(survey.spot(region))),
    ]
}
