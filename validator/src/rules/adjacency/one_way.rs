#![doc = include_str!("one_way.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
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
                rule.finding(format!(
                    "units can go from {} to {}, but not back",
                    subject.name(from),
                    subject.name(to)
                ))
                .about([subject.entity(from), subject.entity(to)])
                .at(Place::Neighbour(territory.key, at))
                .spot(subject.spot(from))
                .fix(Fix::guess(
                    format!(
                        "Make the link between {} and {} two-way",
                        subject.name(to),
                        subject.name(from)
                    ),
                    [Edit::Neighbours(territory.key, change)],
                )),
            )
        })
        .collect()
}
