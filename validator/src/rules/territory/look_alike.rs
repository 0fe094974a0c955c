#![doc = include_str!("look_alike.md")]

use crate::rules::bounded::Bounded;
use crate::rules::prelude::*;
use crate::rules::territory::names::{deletions, plain};
use std::collections::{BTreeMap, HashSet};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // Two words differ in one letter if removing a letter from one or both at the same
    // place gives the same word, so a look-up of such keys replaces the comparison of
    // all pairs. Duplicate names, which have their own rule, are considered once.
    let mut names = HashSet::new();
    let mut by_key: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, territory) in subject.territories() {
        let word = territory.name.text.as_deref().map(plain);
        let Some(word) = word.filter(|_| names.insert(territory.name.folded())) else {
            continue;
        };
        let chars = word.chars().count();
        if (4..=64).contains(&chars) && !word.chars().any(|c| c.is_ascii_digit()) {
            for key in deletions(&word) {
                by_key.entry(key).or_default().push(at);
            }
        }
    }
    let mut findings = Bounded::default();
    let mut seen = HashSet::new();
    for list in by_key.values() {
        for (index, &a) in list.iter().enumerate() {
            for &b in &list[index + 1..] {
                if seen.insert((a, b)) && !findings.add(finding(rule, subject, a, b)) {
                    return findings.list();
                }
            }
        }
    }
    findings.list()
}

fn finding(rule: &'static Rule, subject: &Subject<'_>, a: usize, b: usize) -> Finding {
    rule.finding(format!(
        "“{}” and “{}” are easily confused",
        subject.name(a),
        subject.name(b)
    ))
    .about([subject.entity(a), subject.entity(b)])
    .at(subject.place(b))
    .attribute("name")
    .spot(subject.spot(b))
}
