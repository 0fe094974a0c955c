#![doc = include_str!("look_alike.md")]

use crate::rules::most::Most;
use crate::rules::prelude::*;
use crate::rules::territory::names::{deletions, plain};
use std::collections::{BTreeMap, HashSet};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // Two words are one letter apart if taking one letter out of either, or out
    // of both at the same place, gives the same word: so equal keys are looked
    // up instead of comparing all pairs. Of equal names, which are an error of their
    // own, one stands for all.
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
    let mut findings = Most::default();
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
    .spot(subject.spot(b))
}
