#![doc = include_str!("shared_colour.md")]

use crate::rules::image::orphans::{orphan_at_pivot, orphans};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
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
            rule.finding(format!(
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
