#![doc = include_str!("placeholder.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let is_placeholder = |text: &str| {
        let lower = text.trim().to_lowercase();
        let word = lower.trim_end_matches(|c: char| {
            c.is_ascii_digit() || c == ' ' || c == '_' || c == '-' || c == '#'
        });
        let numbered = word.len() < lower.len();
        matches!(
            word,
            "todo"
                | "tbd"
                | "fixme"
                | "unnamed"
                | "untitled"
                | "no name"
                | "noname"
                | "new territory"
                | "new country"
                | "new area"
        ) || numbered
            && matches!(
                word,
                "territory" | "country" | "area" | "region" | "land" | "province" | ""
            )
    };
    let marked = subject
        .territories()
        .filter(|(_, territory)| territory.name.text.as_deref().is_some_and(is_placeholder));
    marked
        .map(|(at, _)| {
            rule.finding(format!(
                "“{}” is a placeholder, not a name",
                subject.name(at)
            ))
            .on(subject.territory_site(at))
            .attribute("name")
        })
        .collect()
}
