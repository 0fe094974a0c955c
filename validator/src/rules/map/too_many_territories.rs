#![doc = include_str!("too_many_territories.md")]

use crate::rules::prelude::*;
use marchland_maps::{Problem, limits::MAX_CONTINENTS};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let many = subject
        .problems
        .iter()
        .filter(|problem| matches!(problem, Problem::TooManyTerritories { .. }));
    let mut findings: Vec<_> = many
        .map(|problem| rule.finding(problem.to_string()))
        .collect();
    let continents = subject.draft.continents.len();
    if continents > MAX_CONTINENTS {
        findings.push(
            rule.finding(format!(
                "a map may have {MAX_CONTINENTS} continents; this one has {continents}"
            ))
            .about([Entity::Detail("continents".to_owned())]),
        );
    }
    findings
}
