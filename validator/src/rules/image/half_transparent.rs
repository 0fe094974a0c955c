#![doc = include_str!("half_transparent.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let (survey, _) = subject.mask()?;
    let half: Vec<_> = survey
        .colours
        .iter()
        .filter(|(c, _)| !matches!(c.colour.alpha(), 0 | 255))
        .collect();
    let &&(_, region) = half.first()?;
    let pixels: u64 = half.iter().map(|(c, _)| c.area).sum();
    Some(
        rule.finding(format!("{pixels} px of the mask are half-transparent"))
            .on(subject.mask_site())
            .spot(Some(survey.spot(region))),
    )
}
