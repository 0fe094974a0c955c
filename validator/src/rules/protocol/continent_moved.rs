#![doc = include_str!("continent_moved.md")]

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let mut old = HashMap::new();
    for continent in &previous.continents {
        if let (Some(name), Some(id)) = (continent.name.folded(), continent.id) {
            old.entry(name).or_insert(id);
        }
    }
    let mut findings = Vec::new();
    let mut back = Vec::new();
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
                    .attribute("id"),
            );
            back.push((is, was));
        }
    }
    // One fix for all: it goes through the whole draft.
    if let Some(first) = findings.first_mut() {
        first.fixes.push(Fix::guess(
            "Give all continents their old ids back",
            [author::renumber_continents(subject.draft, back)],
        ));
    }
    findings
}
