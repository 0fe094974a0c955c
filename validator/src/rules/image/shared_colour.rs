//! Two territories have the same key colour.
//!
//! The key colour says which pixels are whose; shared, it says nothing.
//!
//! ## How to repair
//!
//! Give one of them its own colour in the mask and in the file. If a pivot of the
//! later one lies on a colour that is nobody's, the fix takes that.

use crate::rules::image::orphans::{orphan_at_pivot, orphans};
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG005",
    name: "shared-colour",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("shared_colour.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let free = orphans(subject);
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(colour) = territory.colour else {
            continue;
        };
        let Some(first) = subject.with_colour(colour).filter(|&first| first != at) else {
            continue;
        };
        let only = match free.as_slice() {
            [only] => Some(only.colour),
            _ => None,
        };
        let name = subject.name(at);
        let better = orphan_at_pivot(subject, at).or(only);
        findings.push(
            RULE.finding(format!(
                "{} and {name} share the key colour {colour}",
                subject.name(first)
            ))
            .about([subject.entity(first), subject.entity(at)])
            .at(subject.place(at))
            .attribute("colour")
            .spot(subject.spot(at))
            .fix(better.map(|better| {
                Fix::guess(
                    format!("Give {name} the colour {better}"),
                    [Edit::Territory(
                        territory.key,
                        TerritoryField::Colour(Some(better)),
                    )],
                )
            })),
        );
    }
    findings
}
