//! One link alone joins a part of the map with the rest.
//!
//! Whoever holds either end of it shuts the part off. That can be just what the
//! author wants: the classic board has one such link. It is worth knowing, no more.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ012",
    name: "bridge",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("bridge.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let (bridges, _) = subject.graph.cuts();
    bridges
        .into_iter()
        .map(|cut| {
            let link = subject.graph.links()[cut.what];
            let (from, at) = link.declared;
            RULE.finding(format!(
                "only the link of {} and {} joins {} with the rest of the map",
                subject.name(link.a),
                subject.name(link.b),
                subject.list(&cut.some, cut.count)
            ))
            .about([subject.entity(link.a), subject.entity(link.b)])
            .at(Place::Neighbour(subject.territory(from).key, at))
            .spot(subject.spot(from))
        })
        .collect()
}
