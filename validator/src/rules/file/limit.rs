//! The file is larger than a map can be.
//!
//! Too many elements, too deep, too long a text, or more problems than are listed.
//! The rest was not read.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML011",
    name: "limit",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("limit.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
