//! The file has a newer format than this version reads.
//!
//! It was written by a newer program; what it says may mean something else.
//!
//! ## How to repair
//!
//! Update, or save the map with an older format from the newer program.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML005",
    name: "newer-format",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("newer_format.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
