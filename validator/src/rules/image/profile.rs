#![doc = include_str!("profile.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    subject.folder?.mask.as_ref().filter(|mask| mask.profile)?;
    let message = format!(
        "the mask `{}` carries a colour profile",
        subject.mask_file()
    );
    Some(rule.finding(message).on(subject.mask_site()))
}
