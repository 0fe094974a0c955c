//! An element or attribute is unknown, but looks like one of the format.
//!
//! What it says is kept in the file, but not read: a territory with `color="…"` has
//! no key colour.
//!
//! ## How to repair
//!
//! The fix writes the word that the finding proposes, unless that stands there
//! already.

use crate::rules::file::flaws::findings;
use crate::rules::file::rename::rename;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML002",
    name: "misspelt",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("misspelt.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some(text) = subject.text else {
        return Vec::new();
    };
    findings(text, &RULE)
        .map(|(flaw, finding)| finding.fix(rename(text, flaw)))
        .collect()
}
