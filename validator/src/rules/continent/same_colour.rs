#![doc = include_str!("same_colour.md")]

use crate::rules::continent::colours::joined_alike;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    joined_alike(subject, rule, |a, b| a == b, "have the same colour")
}
