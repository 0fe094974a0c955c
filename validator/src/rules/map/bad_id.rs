#![doc = include_str!("bad_id.md")]

use crate::rules::prelude::*;
use marchland_maps::Problem;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let bad = subject
        .problems
        .iter()
        .filter(|problem| matches!(problem, Problem::MapId(_)));
    bad.map(|problem| {
        rule.finding(problem.to_string()).fix(Fix::guess(
            "Leave the id out; it is then made from the name",
            [Edit::Map(MapField::Id(None))],
        ))
    })
    .collect()
}
