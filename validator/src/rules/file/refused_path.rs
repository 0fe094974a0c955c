//! A file's path is refused.
//!
//! Paths are relative to the map's folder and stay inside it: no `..`, no drive or
//! leading `/`, no backslash, so that a map from elsewhere cannot point into other
//! folders and works on every system.
//!
//! ## How to repair
//!
//! Put the file into the map's folder and write its name. If the folder holds a picture
//! whose name speaks of a mask, the fix takes that for a mask that is refused.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML004",
    name: "refused-path",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("refused_path.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
