//! The mask has many rare colours, as from smoothed borders.
//!
//! A brush with anti-aliasing, or scaling, blends key colours at borders; the blends
//! are nobody's, or by bad luck another territory's.
//!
//! ## How to repair
//!
//! `marchland-maps repair` snaps every pixel to the nearest key colour around it.
//! Draw masks with a hard brush.

use crate::rules::image::orphans::orphans;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG006",
    name: "smoothed",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("smoothed.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.part_pixels;
    let all = orphans(subject);
    let rare: Vec<_> = all.iter().filter(|o| o.count.largest < limit).collect();
    if rare.len() <= 16 {
        return Vec::new();
    }
    let pixels: u64 = rare.iter().map(|o| o.count.area).sum();
    vec![
        RULE.finding(format!(
            "{pixels} px in {} rare colours are nobody's",
            rare.len()
        ))
        .about([Entity::File(subject.mask_file())])
        .attribute("mask")
        .spot(rare.first().map(|o| survey.spot(o.largest))),
    ]
}
