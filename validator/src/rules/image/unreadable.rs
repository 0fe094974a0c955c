#![doc = include_str!("unreadable.md")]

use crate::input::Mask;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Mask::Unreadable(error) = subject.mask else {
        return Vec::new();
    };
    let file = subject.mask_file();
    let finding = rule
        .finding(format!("`{file}`: {error}"))
        .about([Entity::File(file)])
        .attribute("mask");
    vec![if error.calls_for_repair() {
        finding.help("`marchland-maps repair` can turn it into a mask")
    } else {
        finding
    }]
}
