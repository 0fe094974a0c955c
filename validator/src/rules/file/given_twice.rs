//! Something is given twice where it can be given once.
//!
//! The first one counts; the second is kept in the file, but not read.
//!
//! ## How to repair
//!
//! Take one of the two out.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML013",
    name: "given-twice",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("given_twice.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
