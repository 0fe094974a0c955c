#![doc = include_str!("unknown_rule.md")]

use crate::catalogue::{self, nearest, prefix};
use crate::diagnostic::File;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let entries = subject
        .settings
        .rule_entries()
        .map(|(code, span)| (code, span.clone(), prefix(code).is_some()));
    let waivers = subject.settings.waivers.iter().map(|waiver| {
        let is_known = catalogue::rule(&waiver.rule).is_some();
        (&*waiver.rule, waiver.span.clone(), is_known)
    });
    for (code, span, is_known) in entries.chain(waivers) {
        if is_known {
            continue;
        }
        let mut finding = rule
            .finding(format!("no rule has the code `{code}`"))
            .about([Entity::Detail(code.to_owned())]);
        finding.file = File::Settings;
        finding.span = subject.settings_span(span);
        if let Some(near) = nearest(code) {
            finding = finding.help(format!("did you mean {near}?"));
        }
        findings.push(finding);
    }
    findings
}
