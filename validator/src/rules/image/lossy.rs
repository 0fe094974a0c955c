#![doc = include_str!("lossy.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    subject.folder?.mask.as_ref().filter(|mask| mask.lossy)?;
    let message = format!(
        "the mask `{}` is a JPEG; its colours are not exact",
        subject.mask_file()
    );
    Some(rule.finding(message).on(subject.mask_site()))
}
