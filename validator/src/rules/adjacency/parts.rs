#![doc = include_str!("parts.md")]

use crate::rules::adjacency::join::Joiner;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let parts = subject.graph.components();
    let mut joiner = Joiner::new(subject);
    let cut_off = parts.iter().skip(1).filter(|part| part.len() > 1);
    cut_off
        .map(|part| {
            rule.finding(format!(
                "no link joins {} to the rest of the map",
                subject.list(part, part.len())
            ))
            .about(part.iter().take(8).map(|&at| subject.entity(at)))
            .at(subject.place(part[0]))
            .spot(subject.spot(part[0]))
            .help(format!(
                "the map consists of {} parts; this one has {} of {} territories",
                parts.len(),
                part.len(),
                subject.draft.territories.len()
            ))
            .fix(joiner.fix(part))
        })
        .collect()
}
