//! The map has no continent.
//!
//! Every territory is a member of one, so there has to be one at least.
//!
//! ## How to repair
//!
//! Add continents. The fix adds one that holds every territory, with a bonus of 0,
//! so that the map can be played for a start.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON010",
    name: "no-continents",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_continents.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
    vec![RULE.finding("the map has no continent").fix(Fix::guess(
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
