#![doc = include_str!("continent_moved.md")]

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
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
                rule.finding(format!("the id of {name} was {was} and is now {is}"))
                    .on(subject.continent_site(at))
                    .attribute("id")
                    .fix(Fix::guess(
                        format!("Give {name} its old id {was} back"),
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
