//! Applies waivers to findings.

use std::collections::{HashMap, HashSet};

use marchland_maps::files::plain;

use crate::diagnostic::{Entity, File, Finding};
use crate::rule::Rule;
use crate::settings::Waiver;
use crate::subject::Subject;
use marchland_maps::Severity;

/// Sets the reason of each finding to that of the first waiver that covers it, and
/// returns the waivers that cover nothing.
///
/// A waiver is only compared with the findings that have its rarest tag, so that
/// thousands of waivers and findings do not take quadratic time.
pub(crate) fn apply<'a>(waivers: &'a [Waiver], findings: &mut [Finding]) -> Vec<&'a Waiver> {
    let mut by_rule: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_tag: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for (at, finding) in findings.iter().enumerate() {
        by_rule.entry(finding.rule.code).or_default().push(at);
        for tag in finding.tags() {
            by_tag.entry((finding.rule.code, tag)).or_default().push(at);
        }
    }
    let mut seen = HashSet::new();
    let mut unused = Vec::new();
    for waiver in waivers {
        // Of duplicates only the first is used.
        if !seen.insert((&waiver.rule, &waiver.about)) {
            unused.push(waiver);
            continue;
        }
        let tags = waiver.about.iter();
        let with_tag = tags.map(|tag| {
            let found = by_tag.get(&(&*waiver.rule, tag.clone()));
            found.map_or(&[][..], Vec::as_slice)
        });
        let all = by_rule.get(&*waiver.rule).map_or(&[][..], Vec::as_slice);
        let candidates = with_tag.min_by_key(|found| found.len()).unwrap_or(all);
        let mut is_used = false;
        for &at in candidates {
            let finding = &mut findings[at];
            if finding.waived.is_none() && waiver.covers(finding) {
                finding.waived = Some(plain(&waiver.reason).into_owned());
                is_used = true;
            }
        }
        if !is_used {
            unused.push(waiver);
        }
    }
    unused
}

/// A finding for each unused waiver.
pub(crate) fn unused(
    subject: &Subject<'_>,
    rule: &'static Rule,
    waivers: &[&Waiver],
    severity: Severity,
) -> Vec<Finding> {
    let waivers = waivers.iter();
    let findings = waivers.map(|waiver| {
        let mut about = vec![Entity::Detail(waiver.rule.clone())];
        about.extend(waiver.about.iter().cloned().map(Entity::Detail));
        let what = if waiver.about.is_empty() {
            String::new()
        } else {
            format!(" for {}", waiver.about.join(", "))
        };
        let mut finding = rule
            .finding(format!(
                "the waiver of {}{what} matches no finding",
                waiver.rule
            ))
            .about(about)
            .help(format!("its reason was: {}", waiver.reason))
            .severity(severity);
        finding.file = File::Settings;
        finding.span = subject.settings_span(waiver.span.clone());
        finding
    });
    findings.collect()
}
