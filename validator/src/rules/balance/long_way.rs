#![doc = include_str!("long_way.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len();
    if count < 2 || subject.graph.components().len() > 1 {
        return Vec::new();
    }
    // The farthest territory from the farthest one: the exact diameter of trees and a
    // lower bound otherwise, in two passes instead of one per territory.
    let farthest = |from: usize| {
        let steps = subject.graph.distances(from);
        (0..count)
            .max_by_key(|&at| (steps[at], std::cmp::Reverse(at)))
            .map(|at| (at, steps[at]))
    };
    let Some((from, (to, steps))) = farthest(0).and_then(|(from, _)| Some((from, farthest(from)?)))
    else {
        return Vec::new();
    };
    let limit = (2.0 * (count as f64).sqrt()) as u32 + 4;
    if steps < limit {
        return Vec::new();
    }
    vec![
        rule.finding(format!(
            "the shortest way from {} to {} has {steps} steps",
            subject.name(from),
            subject.name(to)
        ))
        .about([subject.entity(from), subject.entity(to)])
        .at(subject.place(from))
        .spot(subject.spot(from)),
    ]
}
