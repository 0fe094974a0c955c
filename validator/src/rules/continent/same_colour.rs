//! Two continents that touch have the same colour.
//!
//! Continents are told apart by their colours in the editor and in pictures of the
//! map; where two that are joined by a link have the same one, the border between
//! them disappears.
//!
//! ## How to repair
//!
//! Give one of them another colour. The fix takes the colour of a palette made for
//! all kinds of colour vision that is furthest from those in use and from the sea's.

use crate::rules::continent::colours::joined_alike;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON007",
    name: "same-colour",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("same_colour.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    joined_alike(subject, &RULE, |a, b| a == b, "have the same colour")
}
