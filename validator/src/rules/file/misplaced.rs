//! An element stands where it does not belong.
//!
//! It is kept in the file, but not read.
//!
//! ## How to repair
//!
//! Move it into the element that the finding names.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML012",
    name: "misplaced",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("misplaced.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
