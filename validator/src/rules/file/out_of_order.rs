//! An element stands later than the order of the format has it.
//!
//! It is read all the same. Programs that check the file against the schema will
//! complain.

use crate::rules::file::flaws::of;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "XML014",
    name: "out-of-order",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("out_of_order.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    of(subject, &RULE)
}
