#![doc = include_str!("smoothed.md")]

use crate::rules::image::orphans::{FEW, by_size};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let (survey, _) = subject.mask()?;
    let (_, rare) = by_size(subject);
    if rare.len() <= FEW {
        return None;
    }
    let pixels: u64 = rare.iter().map(|o| o.count.area).sum();
    Some(
        rule.finding(format!(
            "{pixels} px in {} rare colours are unassigned",
            rare.len()
        ))
        .on(subject.mask_site())
        .spot(rare.first().map(|o| survey.spot(o.largest))),
    )
}
