//! Which waiver speaks of which finding.

use std::collections::{HashMap, HashSet};

use marchland_maps::files::plain;

use crate::diagnostic::{Entity, File, Finding};
use crate::rule::Rule;
use crate::settings::Waiver;
use crate::subject::Subject;
use marchland_maps::Severity;

/// Marks what the waivers cover with their reasons, each finding by the first that
/// speaks of it. Gives back the waivers that cover nothing.
///
/// A waiver is looked up by that of its tags which the fewest findings have, so that
/// thousands of waivers and findings do not all have to be compared.
pub(crate) fn mark<'a>(waivers: &'a [Waiver], findings: &mut [Finding]) -> Vec<&'a Waiver> {
    let mut by_rule: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_tag: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for (at, finding) in findings.iter().enumerate() {
        by_rule.entry(finding.rule.code).or_default().push(at);
        for tag in finding.tags() {
            by_tag.entry((finding.rule.code, tag)).or_default().push(at);
        }
    }
    let mut said = HashSet::new();
    let mut unused = Vec::new();
    for waiver in waivers {
        // Another one says the same; the first counts.
        if !said.insert((&waiver.rule, &waiver.about)) {
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

/// A finding for each waiver that covers nothing.
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
