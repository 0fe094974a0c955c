#![doc = include_str!("gone.md")]

use crate::rules::prelude::*;
use std::collections::HashSet;

use crate::rules::protocol::old::same_territories;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let kept: HashSet<usize> = same_territories(previous, subject.draft)
        .into_iter()
        .map(|(old, _)| old)
        .collect();
    let all = previous.territories.iter().enumerate();
    all.filter(|(old, _)| !kept.contains(old))
        .map(|(old, territory)| {
            let number = territory
                .id
                .map_or(String::new(), |id| format!(" (id {id})"));
            let name = territory
                .name
                .text
                .clone()
                .unwrap_or_else(|| format!("territory no. {}", old + 1));
            rule.finding(format!(
                "{name}{number} was in the older version, but is gone"
            ))
            .about([Entity::Detail(name)])
        })
        .collect()
}
