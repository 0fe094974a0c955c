#![doc = include_str!("large.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let (survey, _) = subject.mask()?;
    let (width, height) = survey.regions.size();
    if width <= 8192 && height <= 8192 {
        return None;
    }
    Some(
        rule.finding(format!("the mask has {width} × {height} pixels"))
            .on(subject.mask_site()),
    )
}
