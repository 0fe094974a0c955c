//! An element or attribute is unknown, but looks like one of the format.
//!
//! What it says is kept in the file, but not read: a territory with `color="…"` has
//! no key colour.
//!
//! ## How to repair
//!
//! Write the word that the finding proposes.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML002",
    name: "misspelt",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("misspelt.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
