//! An element or attribute is unknown.
//!
//! It is kept in the file as it is, but has no meaning here. Other programs may put
//! such things into a map; if it was meant for this one, look up its name.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML009",
    name: "unknown",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("unknown.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
