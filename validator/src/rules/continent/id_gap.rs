//! Continents' ids do not run from 0 without gaps.
//!
//! Strategy files speak of continents by id, and programs index tables by it.
//!
//! ## How to repair
//!
//! Renumber: the fix gives the highest id to the gap and takes the members along.

use crate::rules::prelude::*;
use crate::rules::repeats::first_gap;

pub(crate) static RULE: Rule = Rule {
    code: "CON011",
    name: "id-gap",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("id_gap.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
        RULE.finding(format!(
            "no continent has the id {missing}, but {highest} is taken; ids run from 0 without gaps"
        ))
        .about([Entity::Detail(missing.to_string())])
        .at(Place::Continent(key))
        .fix(Fix::safe(
            format!("Give {} the id {missing}", subject.continent_name(at)),
            [author::renumber_continent(subject.draft, key, missing)],
        )),
    ]
}
