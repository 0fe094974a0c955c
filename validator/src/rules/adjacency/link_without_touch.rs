#![doc = include_str!("link_without_touch.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((_, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for link in subject.graph.links() {
        let seen = |at: usize| !land.parts().of(at).is_empty();
        if link.by == By::Sea || land.contact(link.a, link.b) > 0 || !seen(link.a) || !seen(link.b)
        {
            continue;
        }
        let (first, second) = (subject.name(link.a), subject.name(link.b));
        findings.push(
            rule.finding(format!(
                "{first} and {second} are linked by land, but do not touch"
            ))
            .on(subject.link_site(link))
            .fix(super::sea::change_kind(subject, link, By::Sea)),
        );
    }
    findings
}
