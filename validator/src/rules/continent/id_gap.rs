#![doc = include_str!("id_gap.md")]

use crate::rules::prelude::*;
use crate::rules::repeats::first_gap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let ids = subject.draft.continents.iter().filter_map(|one| one.id);
    let Some((missing, highest)) = first_gap(ids.map(|id| id.0)) else {
        return Vec::new();
    };
    let Some(at) = subject.continent_with_id(marchland_maps::ContinentId(highest)) else {
        return Vec::new();
    };
    let missing = marchland_maps::ContinentId(missing);
    let key = subject.continent(at).key;
    vec![
        rule.finding(format!(
            "no continent has the id {missing}, but {highest} is taken; ids run from 0 without gaps"
        ))
        .about([Entity::Detail(missing.to_string())])
        .at(Place::Continent(key))
        .fix(Fix::safe(
            "Give the highest ids to those that are missing",
            [author::close_continent_gaps(subject.draft)],
        )),
    ]
}
