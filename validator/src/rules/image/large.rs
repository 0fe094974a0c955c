#![doc = include_str!("large.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let (width, height) = survey.regions.size();
    if width <= 8192 && height <= 8192 {
        return Vec::new();
    }
    vec![
        rule.finding(format!("the mask has {width} × {height} pixels"))
            .on(subject.mask_site()),
    ]
}
