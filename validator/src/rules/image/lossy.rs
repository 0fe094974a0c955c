#![doc = include_str!("lossy.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let format = subject.folder?.mask.as_ref()?.lossy?;
    let message = format!(
        "the mask `{}` is a {format}; its colours are not exact",
        subject.mask_file()
    );
    Some(rule.finding(message).on(subject.mask_site()))
}
