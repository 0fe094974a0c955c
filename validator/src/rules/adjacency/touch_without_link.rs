#![doc = include_str!("touch_without_link.md")]

use crate::rules::adjacency::border::border;
use crate::rules::adjacency::join::{closed, link};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.contact_pixels;
    let mut findings = Vec::new();
    for (a, b, length) in land.contacts() {
        if length < limit || subject.graph.link(a, b).is_some() || closed(subject, a, b) {
            continue;
        }
        let (first, second) = (subject.name(a), subject.name(b));
        let mut finding = rule
            .finding(format!(
                "{first} and {second} touch along {length} px, but are not linked"
            ))
            .about([subject.entity(a), subject.entity(b)])
            .at(subject.place(a))
            .spot(border(survey, land, a, b).or_else(|| subject.spot(a)));
        if let (Some(from), Some(to)) = (subject.own_id(a), subject.own_id(b)) {
            let pair = subject.pair(a, b);
            finding = finding.fix(link(subject, a, b, By::Land)).fix(Fix::guess(
                format!("Close the border between {first} and {second}"),
                [author::close_border(&pair, from.min(to), from.max(to))],
            ));
        }
        findings.push(finding);
    }
    findings
}
