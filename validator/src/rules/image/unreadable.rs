#![doc = include_str!("unreadable.md")]

use crate::input::Mask;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let Mask::Unreadable(error) = subject.mask else {
        return None;
    };
    let finding = rule
        .finding(format!("`{}`: {error}", subject.mask_file()))
        .on(subject.mask_site());
    Some(if error.calls_for_repair() {
        finding.help("`marchland-maps repair` can turn it into a mask")
    } else {
        finding
    })
}
