//! A waiver in `marchland.toml` lets nothing be.
//!
//! The finding it spoke of is gone, or its rule or tags are misspelt. A waiver that
//! stays behind would hide the next flaw of the kind.
//!
//! ## How to repair
//!
//! Take the waiver out of `marchland.toml`.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CFG001",
    name: "unused-waiver",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("unused_waiver.rs"),
    check,
};

/// Found by [`crate::check`] once all others have spoken.
fn check(_: &Subject<'_>) -> Vec<Finding> {
    Vec::new()
}
