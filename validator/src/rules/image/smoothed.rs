#![doc = include_str!("smoothed.md")]

use crate::rules::image::orphans::{FEW, by_size};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let (_, rare) = by_size(subject);
    if rare.len() <= FEW {
        return Vec::new();
    }
    let pixels: u64 = rare.iter().map(|o| o.count.area).sum();
    vec![
        rule.finding(format!(
            "{pixels} px in {} rare colours are unassigned",
            rare.len()
        ))
        .on(subject.mask_site())
        .spot(rare.first().map(|o| survey.spot(o.largest))),
    ]
}
