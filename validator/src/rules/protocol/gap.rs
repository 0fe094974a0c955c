//! Territories' ids do not run from 0 without gaps.
//!
//! The id is the protocol's area index: programs on both ends index tables by it.
//!
//! ## How to repair
//!
//! Renumber: the fix gives the highest id to the gap and takes along everything that
//! points to it. Saved games and strategy files that speak of the old id are misread
//! afterwards, so a map in use is better repaired by hand.

use crate::rules::prelude::*;
use crate::rules::repeats::first_gap;

pub(crate) static RULE: Rule = Rule {
    code: "NET001",
    name: "gap",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("gap.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let ids = subject.draft.territories.iter().filter_map(|one| one.id);
    let Some((missing, highest)) = first_gap(ids.map(|id| id.0)) else {
        return Vec::new();
    };
    let Some(at) = subject.with_id(marchland_maps::TerritoryId(highest)) else {
        return Vec::new();
    };
    let missing = marchland_maps::TerritoryId(missing);
    let key = subject.territory(at).key;
    vec![
        RULE.finding(format!(
            "no territory has the id {missing}, but {highest} is taken; ids run from 0 without gaps"
        ))
        .about([Entity::Detail(missing.to_string())])
        .at(Place::Territory(key))
        .spot(subject.spot(at))
        .fix(Fix::guess(
            format!("Give {} the id {missing}", subject.name(at)),
            [author::renumber(subject.draft, key, missing)],
        )),
    ]
}
