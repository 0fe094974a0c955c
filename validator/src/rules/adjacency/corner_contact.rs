//! Two linked territories touch only in a corner.
//!
//! Their contact is shorter than `contact-pixels`, 8 by default; players can hardly see
//! that one can go there.

use crate::rules::adjacency::border::border;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ010",
    name: "corner-contact",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("corner_contact.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
        let (from, at) = link.declared;
        findings.push(
            RULE.finding(format!(
                "{} and {} touch along {length} px only",
                subject.name(link.a),
                subject.name(link.b)
            ))
            .about([subject.entity(link.a), subject.entity(link.b)])
            .at(Place::Neighbour(subject.territory(from).key, at))
            .spot(border(survey, land, link.a, link.b)),
        );
    }
    findings
}
