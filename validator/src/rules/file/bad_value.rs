//! A value is missing or cannot be read.
//!
//! A number out of its range, a colour not written as `#RRGGBB`, a word that is none
//! of the choices. What stands there is kept in the file, but not read.
//!
//! ## How to repair
//!
//! Write what the finding asks for. Where a map needs the value, the fix sets one: the
//! bonus that fits a continent's size, the smallest id that is free.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML010",
    name: "bad-value",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("bad_value.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
