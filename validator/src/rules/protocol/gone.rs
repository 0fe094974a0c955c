//! A territory of the older version of the map is gone.
//!
//! Games recorded on the older version cannot be read on this one. Needs
//! `--against OLD`. If the territory was only renamed and recoloured at once, it
//! cannot be recognised, and is reported here.

use crate::rules::prelude::*;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    code: "NET005",
    name: "gone",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("gone.rs"),
    check,
};

use crate::rules::protocol::old::same_territories;

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let kept: HashSet<usize> = same_territories(previous, subject.draft)
        .into_iter()
        .map(|(old, _)| old)
        .collect();
    let all = previous.draft.territories.iter().enumerate();
    all.filter(|(old, _)| !kept.contains(old))
        .map(|(old, territory)| {
            let number = territory
                .id
                .map_or(String::new(), |id| format!(" (id {id})"));
            let name = territory
                .name
                .text
                .clone()
                .unwrap_or_else(|| format!("the {}. territory", old + 1));
            RULE.finding(format!(
                "{name}{number} was in the older version and is gone"
            ))
            .about([Entity::Detail(name)])
        })
        .collect()
}
