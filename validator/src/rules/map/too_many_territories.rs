//! The map has more territories than any program of ours handles.
//!
//! The limit is 16,384 territories and 1,024 continents.
//!
//! ## How to repair
//!
//! Split the map. The limits keep files from strangers from filling the memory.

use crate::rules::prelude::*;
use marchland_maps::{Problem, limits::MAX_CONTINENTS};

pub(crate) static RULE: Rule = Rule {
    code: "MAP005",
    name: "too-many-territories",
    severity: Severity::Error,
    fixable: Fixable::No,
    source: include_str!("too_many_territories.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let many = subject
        .problems
        .iter()
        .filter(|problem| matches!(problem, Problem::TooManyTerritories { .. }));
    let mut findings: Vec<_> = many
        .map(|problem| RULE.finding(problem.to_string()))
        .collect();
    let continents = subject.draft.continents.len();
    if continents > MAX_CONTINENTS {
        findings.push(
            RULE.finding(format!(
                "a map may have {MAX_CONTINENTS} continents; this one has {continents}"
            ))
            .about([Entity::Detail("continents".to_owned())]),
        );
    }
    findings
}
