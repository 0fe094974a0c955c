//! A territory has no link to any other.
//!
//! Nobody can attack it or leave it, so a game on this map cannot be won.
//!
//! ## How to repair
//!
//! Declare its neighbours. The fix proposes one: the territory that it touches
//! furthest in the mask, else the nearest one, by sea.

use crate::rules::adjacency::join::{Joiner, joined};
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ005",
    name: "isolated",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("isolated.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    if subject.draft.territories.len() < 2 {
        return Vec::new();
    }
    let mut joiner = Joiner::new(subject);
    let lonely =
        (0..subject.draft.territories.len()).filter(|&at| subject.graph.around(at).is_empty());
    lonely
        .map(|at| {
            RULE.finding(format!(
                "{} has no link to any other territory",
                subject.name(at)
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(subject.spot(at))
            .fix(joiner.nearest(&[at]).map(|join| joined(subject, join)))
        })
        .collect()
}
