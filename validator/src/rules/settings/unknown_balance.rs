#![doc = include_str!("unknown_balance.md")]

use strsim::levenshtein;

use crate::diagnostic::File;
use crate::rules::prelude::*;
use crate::settings::BALANCE;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let entries = subject.settings.balance_entries();
    let unknown = entries.filter(|(key, _)| !BALANCE.contains(key));
    let findings = unknown.map(|(key, span)| {
        let mut finding = rule
            .finding(format!(
                "[balance] has the key `{key}`, which `marchland-game balance` does not know"
            ))
            .about([Entity::Detail(key.to_owned())]);
        finding.file = File::Settings;
        finding.span = subject.settings_span(span.clone());
        let near = BALANCE
            .into_iter()
            .min_by_key(|known| levenshtein(known, key));
        match near.filter(|known| levenshtein(known, key) <= 2) {
            Some(near) => finding.help(format!("did you mean {near}?")),
            None => finding.help(format!("the keys are {}", BALANCE.join(", "))),
        }
    });
    findings.collect()
}
