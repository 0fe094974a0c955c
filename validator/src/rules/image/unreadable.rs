//! The mask cannot be read.
//!
//! The file is damaged, no picture, too large, or has so many colours and borders
//! that it can be no mask.
//!
//! ## How to repair
//!
//! Open it in a picture editor and save it as PNG, 8 bits a channel, without smoothing.

use crate::input::Mask;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG012",
    name: "unreadable",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("unreadable.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Mask::Unreadable(error) = subject.mask else {
        return Vec::new();
    };
    let file = subject.mask_file();
    let finding = RULE
        .finding(format!("`{file}`: {error}"))
        .about([Entity::File(file)])
        .attribute("mask");
    vec![if error.calls_for_repair() {
        finding.help("`marchland-maps repair` can make a mask of it")
    } else {
        finding
    }]
}
