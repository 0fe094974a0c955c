#![doc = include_str!("gap.md")]

use crate::rules::prelude::*;
use crate::rules::repeats::first_gap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
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
        rule.finding(format!(
            "no territory has the id {missing}, but {highest} is taken; ids run from 0 without gaps"
        ))
        .about([Entity::Detail(missing.to_string())])
        .at(Place::Territory(key))
        .spot(subject.spot(at))
        .fix(Fix::guess(
            "Give the highest ids to those that are missing",
            [author::close_gaps(subject.draft)],
        )),
    ]
}
