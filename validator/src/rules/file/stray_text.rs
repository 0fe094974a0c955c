//! Text stands where none has a meaning.
//!
//! It is kept in the file. Often a comment without its `<!--` and `-->`.
//!
//! ## How to repair
//!
//! Make it a comment, or take it out.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML015",
    name: "stray-text",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("stray_text.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
