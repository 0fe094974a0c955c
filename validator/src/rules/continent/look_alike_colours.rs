#![doc = include_str!("look_alike_colours.md")]

use crate::rules::continent::colours::{difference, joined_alike, without_green};
use crate::rules::prelude::*;

/// Areas side by side are hard to distinguish below this difference in Oklab.
const ALIKE: f64 = 0.05;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let alike = |a, b| a != b && difference(without_green(a), without_green(b)) < ALIKE;
    joined_alike(
        subject,
        rule,
        alike,
        "look alike to people with deuteranopia",
    )
}
