//! A territory belongs to no continent.
//!
//! Every territory is a member of exactly one continent.
//!
//! ## How to repair
//!
//! Give it the id of its continent: `continent="…"`. The fix takes the continent
//! that most of its neighbours belong to.

use crate::rules::continent::majority::majority;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON002",
    name: "no-continent",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_continent.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let without = subject
        .territories()
        .filter(|(_, territory)| territory.continent.is_none());
    without
        .map(|(at, _)| {
            RULE.finding(format!("{} belongs to no continent", subject.name(at)))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(majority(subject, at))
        })
        .collect()
}
