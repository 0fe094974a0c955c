#![doc = include_str!("long_way.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let count = subject.draft.territories.len();
    if count < 2 || subject.graph.components().len() > 1 {
        return None;
    }
    // The farthest territory from the farthest one: the exact diameter of trees and a
    // lower bound otherwise, in two passes instead of one per territory.
    let farthest = |from: usize| {
        let steps = subject.graph.distances(from);
        (0..count)
            .max_by_key(|&at| (steps[at], std::cmp::Reverse(at)))
            .map(|at| (at, steps[at]))
    };
    let (from, _) = farthest(0)?;
    let (to, steps) = farthest(from)?;
    let limit = (2.0 * (count as f64).sqrt()) as u32 + 4;
    if steps < limit {
        return None;
    }
    Some(
        rule.finding(format!(
            "the shortest way from {} to {} has {steps} steps",
            subject.name(from),
            subject.name(to)
        ))
        .about([subject.entity(from), subject.entity(to)])
        .at(subject.place(from))
        .spot(subject.spot(from)),
    )
}
