#![doc = include_str!("look_alike.md")]

use crate::rules::bounded::Bounded;
use crate::rules::prelude::*;
use crate::rules::territory::names::{deletions, differ_in_one, plain};
use std::collections::{BTreeMap, HashMap, HashSet};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // Words that differ in one letter are the same once it is removed from one or both, so
    // only words with such a key in common are compared. Duplicate names, which have their
    // own rule, are considered once.
    let mut names = HashSet::new();
    let mut words = HashMap::new();
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
            words.insert(at, word);
        }
    }
    let mut findings = Bounded::default();
    let mut seen = HashSet::new();
    for list in by_key.values() {
        for (index, &a) in list.iter().enumerate() {
            for &b in &list[index + 1..] {
                if differ_in_one(&words[&a], &words[&b])
                    && seen.insert((a, b))
                    && !findings.add(finding(rule, subject, a, b))
                {
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
