//! The map falls apart into parts that no link joins.
//!
//! Units cannot get from one part to the other, so a game on this map cannot be
//! won. The largest part counts as the map; each other part is a finding of its
//! own. Single territories without links are reported as ADJ005.
//!
//! ## How to repair
//!
//! Link the part to the rest. The fix proposes the link with the longest contact in
//! the mask, else the shortest one by sea.

use crate::rules::adjacency::join::{Joiner, joined};
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ006",
    name: "parts",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("parts.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let parts = subject.graph.components();
    let mut joiner = Joiner::new(subject);
    let cut_off = parts.iter().skip(1).filter(|part| part.len() > 1);
    cut_off
        .map(|part| {
            RULE.finding(format!(
                "no link joins {} with the rest of the map",
                subject.list(part, part.len())
            ))
            .about(part.iter().take(8).map(|&at| subject.entity(at)))
            .at(subject.place(part[0]))
            .spot(subject.spot(part[0]))
            .help(format!(
                "the map falls apart into {} parts; this one has {} of {} territories",
                parts.len(),
                part.len(),
                subject.draft.territories.len()
            ))
            .fix(joiner.nearest(part).map(|join| joined(subject, join)))
        })
        .collect()
}
