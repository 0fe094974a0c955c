//! Two continents that touch look alike to people with deuteranopia.
//!
//! About one man in seventeen sees less difference between red and green. The
//! finding compares the two colours as such a person sees them (Machado, Oliveira
//! and Fernandes 2009, full deuteranopia) in the `OKLab` space.
//!
//! ## How to repair
//!
//! Give one of them another colour, or let the borders tell them apart. The fix takes
//! one that is as far as can be from all others and from the sea's.

use crate::rules::continent::colours::{difference, joined_alike, without_green};
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON016",
    name: "look-alike-colours",
    severity: Severity::Info,
    fixable: Fixable::Unsafe,
    source: include_str!("look_alike_colours.rs"),
    check,
};

/// Differences in `OKLab` below this are hard to tell on areas side by side.
const ALIKE: f64 = 0.05;

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let alike = |a, b| a != b && difference(without_green(a), without_green(b)) < ALIKE;
    joined_alike(
        subject,
        &RULE,
        alike,
        "look alike without a sense for green",
    )
}
