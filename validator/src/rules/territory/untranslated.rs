#![doc = include_str!("untranslated.md")]

use crate::rules::prelude::*;
use std::collections::BTreeMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, territory) in subject.territories() {
        let mut langs: Vec<String> = territory
            .name
            .translations
            .iter()
            .map(|t| t.lang.to_ascii_lowercase())
            .collect();
        langs.sort_unstable();
        langs.dedup();
        for lang in langs {
            *counts.entry(lang).or_default() += 1;
        }
    }
    let all = subject.draft.territories.len();
    let mut findings = Vec::new();
    for (lang, count) in counts {
        if count * 2 < all || count == all {
            continue;
        }
        let missing: Vec<usize> = subject
            .territories()
            .filter(|(_, t)| {
                !t.name
                    .translations
                    .iter()
                    .any(|t| t.lang.eq_ignore_ascii_case(&lang))
            })
            .map(|(at, _)| at)
            .collect();
        findings.push(
            rule.finding(format!(
                "no name in {lang} for {}",
                subject.list(&missing, missing.len())
            ))
            .about([Entity::Detail(lang)])
            .at(subject.place(missing[0])),
        );
    }
    findings
}
