#![doc = include_str!("misspelt.md")]

use crate::rules::file::flaws::findings;
use crate::rules::file::rename::rename;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(text) = subject.text else {
        return Vec::new();
    };
    findings(text, rule)
        .map(|(flaw, finding)| finding.fix(rename(text, flaw)))
        .collect()
}
