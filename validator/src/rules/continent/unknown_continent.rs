//! A territory belongs to a continent that does not exist.
//!
//! The number in `continent="…"` is the id of no continent of this map.
//!
//! ## How to repair
//!
//! Correct the number, or add the continent. The fix moves the territory to the
//! continent that most of its neighbours belong to.

use crate::rules::continent::majority::majority;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON001",
    name: "unknown-continent",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("unknown_continent.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let unknown = subject.territories().filter_map(|(at, territory)| {
        let id = territory
            .continent
            .filter(|&id| subject.continent_with_id(id).is_none())?;
        Some((at, id))
    });
    unknown
        .map(|(at, id)| {
            RULE.finding(format!(
                "{} belongs to continent {id}, which does not exist",
                subject.name(at)
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(subject.spot(at))
            .fix(majority(subject, at))
        })
        .collect()
}
