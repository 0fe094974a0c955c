#![doc = include_str!("rules_changed.md")]

use std::collections::BTreeSet;

use crate::rules::prelude::*;
use marchland_maps::{Map, canonical};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let previous = subject.previous?;
    let (Ok(old), Ok(new)) = (Map::try_from(previous), Map::try_from(subject.draft)) else {
        return None;
    };
    let (old, new) = (canonical::form(&old), canonical::form(&new));
    if old == new {
        return None;
    }
    let [old, new] = [&old, &new].map(|form| form.lines().collect::<BTreeSet<&str>>());
    let gone: Vec<&str> = old.difference(&new).copied().collect();
    let come: Vec<&str> = new.difference(&old).copied().collect();
    let mut counts = Vec::new();
    for (word, what) in [
        ("territory ", ["territory", "territories"]),
        ("link ", ["link direction", "link directions"]),
        ("continent ", ["continent", "continents"]),
        ("setup ", ["set-up", "set-ups"]),
    ] {
        let of = |lines: &[&str]| lines.iter().filter(|line| line.starts_with(word)).count();
        let changed = of(&gone).max(of(&come));
        if changed > 0 {
            let what = what[usize::from(changed != 1)];
            counts.push(format!("{changed} {what}"));
        }
    }
    Some(rule.finding(format!(
        "the map plays differently from its older version: {}",
        counts.join(", ")
    )))
}
