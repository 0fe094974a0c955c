#![doc = include_str!("lossy.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let lossy = subject
        .folder
        .and_then(|folder| folder.mask.as_ref())
        .is_some_and(|mask| mask.lossy);
    let file = subject.draft.mask.as_ref().map(|mask| mask.file.clone());
    let Some(file) = file.filter(|_| lossy) else {
        return Vec::new();
    };
    vec![
        rule.finding(format!(
            "the mask `{file}` is a JPEG; its colours are not exact"
        ))
        .about([Entity::File(file)])
        .attribute("mask"),
    ]
}
