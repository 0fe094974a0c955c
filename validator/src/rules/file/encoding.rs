//! The file is not UTF-8.
//!
//! Map files are UTF-8, so that names look alike everywhere.
//!
//! ## How to repair
//!
//! Save the file as UTF-8 in your editor, or convert it:
//! `iconv -f LATIN1 -t UTF-8`.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML006",
    name: "encoding",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("encoding.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
