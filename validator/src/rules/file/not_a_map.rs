//! The file is no map file.
//!
//! It is empty, or begins with another element than `<map>`. Maps of other programs
//! have to be imported first.
//!
//! ## How to repair
//!
//! `marchland-maps import` reads maps of other programs.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML016",
    name: "not-a-map",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("not_a_map.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
