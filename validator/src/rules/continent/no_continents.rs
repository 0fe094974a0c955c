#![doc = include_str!("no_continents.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    if !subject.draft.continents.is_empty() {
        return Vec::new();
    }
    let mut keys = subject.draft.clone();
    let mut continent = keys.fresh_continent();
    let id = subject.draft.free_continent_id();
    continent.id = Some(id);
    continent.name.text = Some("All lands".to_owned());
    continent.bonus = Some(0);
    let all = subject
        .draft
        .territories
        .iter()
        .map(|territory| territory.key);
    vec![rule.finding("the map has no continent").fix(Fix::guess(
        "Put all territories into one continent",
        [
            Edit::AddContinent {
                at: 0,
                continent: Box::new(continent),
            },
            author::move_to_continent(subject.draft, all, Some(id)),
        ],
    ))]
}
