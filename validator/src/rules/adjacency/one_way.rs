#![doc = include_str!("one_way.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let one_way = subject.graph.links().iter().filter(|link| link.one_way());
    one_way
        .map(|link| {
            let (from, to) = if link.there {
                (link.a, link.b)
            } else {
                (link.b, link.a)
            };
            rule.finding(format!(
                "units can go from {} to {}, but not back",
                subject.name(from),
                subject.name(to)
            ))
            .on(subject.link_site(link))
            .fix(super::sea::make_two_way(subject, link))
        })
        .collect()
}
