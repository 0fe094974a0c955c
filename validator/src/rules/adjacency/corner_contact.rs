#![doc = include_str!("corner_contact.md")]

use crate::rules::adjacency::border::border;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.contact_pixels;
    let mut findings = Vec::new();
    for link in subject.graph.links() {
        let length = land.contact(link.a, link.b);
        if link.by == By::Sea || length == 0 || length >= limit {
            continue;
        }
        findings.push(
            rule.finding(format!(
                "{} and {} touch along only {length} px",
                subject.name(link.a),
                subject.name(link.b)
            ))
            .on(subject.link_site(link))
            .spot(border(survey, land, link.a, link.b).or_else(|| subject.spot(link.a))),
        );
    }
    findings
}
