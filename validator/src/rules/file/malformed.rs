//! The file is not well-formed XML.
//!
//! A tag is not closed, a quote or bracket is missing, or a character stands where
//! XML does not allow it. What follows may be read otherwise than meant, so no other
//! rule is tried until this is repaired.
//!
//! ## How to repair
//!
//! Look at the place: usually the mistake is there or just before.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML001",
    name: "malformed",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("malformed.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
