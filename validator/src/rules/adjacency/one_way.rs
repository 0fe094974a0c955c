//! A link can be used in one direction alone.
//!
//! One-way links are rare and surprise players; the finding lists them so that none
//! is there by mistake.
//!
//! ## How to repair
//!
//! If it should lead there and back, drop `way="one"`.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ017",
    name: "one-way",
    severity: Severity::Info,
    fixable: Fixable::Unsafe,
    source: include_str!("one_way.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let one_way = subject.graph.links().iter().filter(|link| link.one_way());
    one_way
        .filter_map(|link| {
            let (from, at) = link.declared;
            let territory = subject.territory(from);
            let old = *territory.neighbours.get(at)?;
            let to = subject.with_id(old.to)?;
            let change = ListChange::Replace {
                at,
                old,
                new: Neighbour {
                    way: Way::Both,
                    ..old
                },
            };
            Some(
                RULE.finding(format!(
                    "one can go from {} to {}, but not back",
                    subject.name(from),
                    subject.name(to)
                ))
                .about([subject.entity(from), subject.entity(to)])
                .at(Place::Neighbour(territory.key, at))
                .spot(subject.spot(from))
                .fix(Fix::guess(
                    format!(
                        "Let units go back from {} to {}",
                        subject.name(to),
                        subject.name(from)
                    ),
                    [Edit::Neighbours(territory.key, change)],
                )),
            )
        })
        .collect()
}
