//! Two names are easily mixed up.
//!
//! They differ by one letter, or only by accents and marks. The list covers names of
//! four letters and more; "Austria" and "Australia" are a pair that players know.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "TER007",
    name: "look-alike",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("look_alike.rs"),
    check,
};

use crate::rules::territory::names::{deletions, plain};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    // Two words are one letter apart if taking one letter out of either, or out
    // of both at the same place, gives the same word: so equal keys are looked
    // up instead of comparing all pairs.
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, territory) in subject.territories() {
        let Some(word) = territory.name.text.as_deref().map(plain) else {
            continue;
        };
        let chars = word.chars().count();
        if (4..=64).contains(&chars) && !word.chars().any(|c| c.is_ascii_digit()) {
            for key in deletions(&word) {
                by_key.entry(key).or_default().push(at);
            }
        }
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for list in by_key.values().filter(|list| list.len() < 32) {
        for (index, &a) in list.iter().enumerate() {
            pairs.extend(
                list[index + 1..]
                    .iter()
                    .filter(|&&b| b != a)
                    .map(|&b| (a.min(b), a.max(b))),
            );
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let folded = |at: usize| subject.territory(at).name.folded();
    pairs
        .into_iter()
        .filter(|&(a, b)| folded(a) != folded(b))
        .map(|(a, b)| {
            RULE.finding(format!(
                "“{}” and “{}” are easily mixed up",
                subject.name(a),
                subject.name(b)
            ))
            .about([subject.entity(a), subject.entity(b)])
            .at(subject.place(b))
            .spot(subject.spot(b))
        })
        .collect()
}
