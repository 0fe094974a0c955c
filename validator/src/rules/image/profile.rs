//! The mask carries a colour profile.
//!
//! Marchland reads the stored colours and ignores the profile; other programs may
//! convert them and save a mask with other key colours.
//!
//! ## How to repair
//!
//! Save the mask without a profile.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG009",
    name: "profile",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("profile.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let profile = subject
        .folder
        .and_then(|folder| folder.mask.as_ref())
        .is_some_and(|mask| mask.profile);
    let file = subject.draft.mask.as_ref().map(|mask| mask.file.clone());
    let Some(file) = file.filter(|_| profile) else {
        return Vec::new();
    };
    vec![
        RULE.finding(format!("the mask `{file}` carries a colour profile"))
            .about([Entity::File(file)])
            .attribute("mask"),
    ]
}
