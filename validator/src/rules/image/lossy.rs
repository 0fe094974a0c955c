//! The mask is stored in a format that changes colours.
//!
//! JPEG and its kin smear colours into each other, above all at borders, so key
//! colours are no longer exact.
//!
//! ## How to repair
//!
//! Save the mask as PNG from its source. A mask that only exists as JPEG can be
//! repaired with `marchland-maps repair`.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG001",
    name: "lossy",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("lossy.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let lossy = subject
        .folder
        .and_then(|folder| folder.mask.as_ref())
        .is_some_and(|mask| mask.lossy);
    let file = subject.draft.mask.as_ref().map(|mask| mask.file.clone());
    let Some(file) = file.filter(|_| lossy) else {
        return Vec::new();
    };
    vec![
        RULE.finding(format!(
            "the mask `{file}` is a JPEG; its colours are not exact"
        ))
        .about([Entity::File(file)])
        .attribute("mask"),
    ]
}
