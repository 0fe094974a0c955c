#![doc = include_str!("bridge.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let (bridges, _) = subject.graph.cuts();
    bridges
        .iter()
        .map(|cut| {
            let link = subject.graph.links()[cut.what];
            rule.finding(format!(
                "only the link between {} and {} joins {} to the rest of the map",
                subject.name(link.a),
                subject.name(link.b),
                subject.list(&cut.some, cut.count)
            ))
            .on(subject.link_site(&link))
        })
        .collect()
}
