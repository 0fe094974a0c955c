#![doc = include_str!("only_one.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    match subject.draft.continents.as_slice() {
        [_] => vec![
            rule.finding(format!(
                "{} is the only continent",
                subject.continent_name(0)
            ))
            .on(subject.continent_site(0)),
        ],
        _ => Vec::new(),
    }
}
