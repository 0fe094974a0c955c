#![doc = include_str!("sea_though_touching.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((_, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.contact_pixels;
    let mut findings = Vec::new();
    for link in subject.graph.links() {
        let length = land.contact(link.a, link.b);
        if link.by == By::Land || length < limit {
            continue;
        }
        findings.push(
            rule.finding(format!(
                "{} and {} are linked by sea, but touch along {length} px",
                subject.name(link.a),
                subject.name(link.b)
            ))
            .on(subject.link_site(link))
            .fix(super::sea::change_kind(subject, link, By::Land)),
        );
    }
    findings
}
