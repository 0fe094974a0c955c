//! Two territories have the same key colour.
//!
//! The key colour says which pixels are whose; shared, it says nothing.
//!
//! ## How to repair
//!
//! Give one of them its own colour in the mask and in the file. If a pivot of one of
//! them lies on a colour that is nobody's, the fix takes that.

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
        // Whose pivot lies on a colour that is nobody's has the wrong one.
        let better = orphan_at_pivot(subject, at)
            .map(|colour| (at, colour))
            .or_else(|| Some((first, orphan_at_pivot(subject, first)?)))
            .or(only.map(|colour| (at, colour)));
        findings.push(
            RULE.finding(format!(
                "{} and {} share the key colour {colour}",
                subject.name(first),
                subject.name(at)
            ))
            .about([subject.entity(first), subject.entity(at)])
            .at(subject.place(at))
            .attribute("colour")
            .spot(subject.spot(at))
            .fix(better.map(|(which, better)| {
                let key = subject.territory(which).key;
                Fix::guess(
                    format!("Give {} the colour {better}", subject.name(which)),
                    [Edit::Territory(key, TerritoryField::Colour(Some(better)))],
                )
            })),
        );
    }
    findings
}
