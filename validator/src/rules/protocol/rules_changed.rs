//! The map plays differently than its older version.
//!
//! Links, continents, bonuses, cards or initial units differ, so clients and servers
//! with different versions refuse to play with each other, and saved games of the
//! older version do not load. Needs `--against OLD`.

use crate::rules::prelude::*;
use marchland_maps::{Map, canonical};

pub(crate) static RULE: Rule = Rule {
    code: "NET007",
    name: "rules-changed",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("rules_changed.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let (Ok(old), Ok(new)) = (Map::try_from(&previous.draft), Map::try_from(subject.draft)) else {
        return Vec::new();
    };
    let (old, new) = (canonical::form(&old), canonical::form(&new));
    if old == new {
        return Vec::new();
    }
    let lines = |text: &str| {
        text.lines()
            .map(str::to_owned)
            .collect::<std::collections::BTreeSet<_>>()
    };
    let (old, new) = (lines(&old), lines(&new));
    let mut counts = Vec::new();
    for (word, what) in [
        ("territory ", "territories"),
        ("link ", "directions of links"),
        ("continent ", "continents"),
        ("setup ", "set-ups"),
    ] {
        let of = |set: &std::collections::BTreeSet<String>,
                  other: &std::collections::BTreeSet<String>| {
            set.difference(other)
                .filter(|line| line.starts_with(word))
                .count()
        };
        let changed = of(&old, &new).max(of(&new, &old));
        if changed > 0 {
            counts.push(format!("{changed} {what}"));
        }
    }
    vec![RULE.finding(format!(
        "the map plays differently than its older version: {}",
        counts.join(", ")
    ))]
}
