#![doc = include_str!("profile.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mask = subject.folder.and_then(|folder| folder.mask.as_ref());
    if !mask.is_some_and(|mask| mask.profile) {
        return Vec::new();
    }
    let message = format!(
        "the mask `{}` carries a colour profile",
        subject.mask_file()
    );
    vec![rule.finding(message).on(subject.mask_site())]
}
