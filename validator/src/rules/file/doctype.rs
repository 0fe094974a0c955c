//! The file has a document type or entities of its own.
//!
//! They let a small file grow to gigabytes or read other files, and are refused.
//!
//! ## How to repair
//!
//! Take the `<!DOCTYPE …>` out and write the characters themselves.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML007",
    name: "doctype",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("doctype.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
