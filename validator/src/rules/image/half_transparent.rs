#![doc = include_str!("half_transparent.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
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
        rule.finding(format!("{pixels} px of the mask are half-transparent"))
            .on(subject.mask_site())
            .spot(Some(survey.spot(region))),
    ]
}
