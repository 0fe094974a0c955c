//! The map has fewer than two territories.
//!
//! A game needs somebody to attack.
//!
//! ## How to repair
//!
//! Add territories. In the editor, "New map from a mask" makes one of each colour.

use crate::rules::prelude::*;
use marchland_maps::Problem;

pub(crate) static RULE: Rule = Rule {
    code: "MAP004",
    name: "too-few-territories",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("too_few_territories.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let few = subject
        .problems
        .iter()
        .filter(|problem| matches!(problem, Problem::TooFewTerritories(_)));
    few.map(|problem| RULE.finding(problem.to_string()))
        .collect()
}
