//! Two territories are linked by land, but do not touch in the mask.
//!
//! Nothing on the map shows that one can go there. A link by sea is drawn as a line.
//!
//! ## How to repair
//!
//! The fix makes it a link by sea. If they should touch, correct the mask, or the
//! `gap` that says how wide its separators are.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ009",
    name: "link-without-touch",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("link_without_touch.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((_, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for link in subject.graph.links() {
        let seen = |at: usize| !land.parts(at).is_empty();
        if link.by == By::Sea || land.contact(link.a, link.b) > 0 || !seen(link.a) || !seen(link.b)
        {
            continue;
        }
        let (first, second) = (subject.name(link.a), subject.name(link.b));
        let (from, at) = link.declared;
        findings.push(
            RULE.finding(format!(
                "{first} and {second} are linked by land, but do not touch"
            ))
            .about([subject.entity(link.a), subject.entity(link.b)])
            .at(Place::Neighbour(subject.territory(from).key, at))
            .spot(subject.spot(from))
            .fix(super::sea::made(subject, link, By::Sea)),
        );
    }
    findings
}
