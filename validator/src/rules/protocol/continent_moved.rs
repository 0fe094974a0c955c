//! A continent has another id than in the older version of the map.
//!
//! Strategy files weigh continents by id, and would now weigh the wrong one. Needs
//! `--against OLD`; continents are recognised by name.
//!
//! ## How to repair
//!
//! Give it the old id back, or adapt the strategy files.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "NET006",
    name: "continent-moved",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("continent_moved.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let mut old = HashMap::new();
    for continent in &previous.draft.continents {
        if let (Some(name), Some(id)) = (continent.name.folded(), continent.id) {
            old.entry(name).or_insert(id);
        }
    }
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let was = continent
            .name
            .folded()
            .and_then(|name| old.get(&name).copied());
        let (Some(was), Some(is)) = (was, continent.id) else {
            continue;
        };
        if was != is {
            let name = subject.continent_name(at);
            findings.push(
                RULE.finding(format!("{name} had the id {was} and now has {is}"))
                    .about([subject.continent_entity(at)])
                    .at(subject.continent_place(at))
                    .fix(Fix::guess(
                        format!("Give {name} the id {was} back"),
                        [author::renumber_continent(
                            subject.draft,
                            continent.key,
                            was,
                        )],
                    )),
            );
        }
    }
    findings
}
