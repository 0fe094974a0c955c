#![doc = include_str!("too_few_territories.md")]

use crate::rules::prelude::*;
use marchland_maps::Problem;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let few = subject
        .problems
        .iter()
        .filter(|problem| matches!(problem, Problem::TooFewTerritories(_)));
    few.map(|problem| rule.finding(problem.to_string()))
        .collect()
}
