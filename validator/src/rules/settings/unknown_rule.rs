//! `marchland.toml` names a rule that does not exist.
//!
//! Neither a rule nor a family has this code, so the line has no effect. `rules`
//! lists all codes.

use crate::diagnostic::File;
use crate::registry::{code_or_family, nearest};
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CFG002",
    name: "unknown-rule",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("unknown_rule.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let entries = subject
        .settings
        .rule_entries()
        .map(|(code, span)| (code, span.clone()));
    let waivers = subject
        .settings
        .waivers
        .iter()
        .map(|waiver| (&*waiver.rule, waiver.span.clone()));
    for (code, span) in entries.chain(waivers) {
        if code_or_family(code).is_some() {
            continue;
        }
        let mut finding = RULE
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
