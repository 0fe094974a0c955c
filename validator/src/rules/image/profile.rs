#![doc = include_str!("profile.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let profile = subject
        .folder
        .and_then(|folder| folder.mask.as_ref())
        .is_some_and(|mask| mask.profile);
    let file = subject.draft.mask.as_ref().map(|mask| mask.file.clone());
    let Some(file) = file.filter(|_| profile) else {
        return Vec::new();
    };
    vec![
        rule.finding(format!("the mask `{file}` carries a colour profile"))
            .about([Entity::File(file)])
            .attribute("mask"),
    ]
}
