#![doc = include_str!("link_differs.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(id) = territory.id.filter(|&id| subject.with_id(id) == Some(at)) else {
            continue;
        };
        for (index, &n) in territory.neighbours.iter().enumerate() {
            let Some(other) = subject.with_id(n.to).filter(|&other| other < at) else {
                continue;
            };
            let mut theirs = subject.territory(other).neighbours.iter();
            let Some(first) = theirs.find(|m| m.to == id) else {
                continue;
            };
            if (first.by, first.way) == (n.by, n.way) {
                continue;
            }
            let by = match subject.mask() {
                Some((_, land)) if land.contact(at, other) > 0 => By::Land,
                Some(_) => By::Sea,
                None => first.by,
            };
            let (name, other_name) = (subject.name(at), subject.name(other));
            let says = |n: &Neighbour| match (n.by, n.way) {
                (By::Land, Way::Both) => "two-way by land",
                (By::Land, Way::One) => "one-way by land",
                (By::Sea, Way::Both) => "two-way by sea",
                (By::Sea, Way::One) => "one-way by sea",
            };
            findings.push(
                rule.finding(format!(
                    "{name} and {other_name} declare the link between them differently"
                ))
                .about([subject.entity(at), subject.entity(other)])
                .at(Place::Neighbour(territory.key, index))
                .spot(subject.spot(at))
                .help(format!(
                    "{other_name} declares it {}, {name} {}",
                    says(first),
                    says(&n)
                ))
                .fix(Fix::guess(
                    format!("Make one two-way link of {other_name} and {name}"),
                    [author::link(
                        &subject.pair(other, at),
                        n.to,
                        id,
                        by,
                        Way::Both,
                    )],
                )),
            );
        }
    }
    findings
}
