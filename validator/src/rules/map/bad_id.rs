//! The map's id is no id.
//!
//! The protocol and recorded games name the map by it: 1 to 32 of `a-z`, `0-9` and
//! `-`.
//!
//! ## How to repair
//!
//! Write an id of these characters, or leave it out: then it is made from the name.

use crate::rules::prelude::*;
use marchland_maps::Problem;

pub(crate) static RULE: Rule = Rule {
    code: "MAP002",
    name: "bad-id",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("bad_id.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let bad = subject
        .problems
        .iter()
        .filter(|problem| matches!(problem, Problem::MapId(_)));
    bad.map(|problem| {
        RULE.finding(problem.to_string()).fix(Fix::guess(
            "Leave the id out; it is then made from the name",
            [Edit::Map(MapField::Id(None))],
        ))
    })
    .collect()
}
