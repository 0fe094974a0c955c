//! A link is by sea though the territories touch.
//!
//! It is drawn as a line across the border, which looks strange. It can be meant: a
//! ferry across a bay.
//!
//! ## How to repair
//!
//! The fix makes it a link by land.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ016",
    name: "sea-though-touching",
    severity: Severity::Info,
    fixable: Fixable::Unsafe,
    source: include_str!("sea_though_touching.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
        let (from, at) = link.declared;
        findings.push(
            RULE.finding(format!(
                "{} and {} are linked by sea, but touch along {length} px",
                subject.name(link.a),
                subject.name(link.b)
            ))
            .about([subject.entity(link.a), subject.entity(link.b)])
            .at(Place::Neighbour(subject.territory(from).key, at))
            .spot(subject.spot(from))
            .fix(super::sea::made(subject, link, By::Land)),
        );
    }
    findings
}
