#![doc = include_str!("link_twice.md")]

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let mut seen = HashMap::new();
        for (index, &n) in territory.neighbours.iter().enumerate() {
            let Some(other) = subject.with_id(n.to).filter(|&other| other != at) else {
                continue;
            };
            let Some(first) = seen.get(&n.to) else {
                seen.insert(n.to, n);
                continue;
            };
            let (name, other_name) = (subject.name(at), subject.name(other));
            let title = format!("Take the second {other_name} out of {name}'s neighbours");
            let edits = [Edit::Neighbours(
                territory.key,
                ListChange::Remove { at: index, item: n },
            )];
            let alike = *first == n;
            let fix = if alike {
                Fix::safe(title, edits)
            } else {
                Fix::guess(title, edits)
            };
            let how = if alike { "" } else { ", and not alike" };
            findings.push(
                rule.finding(format!(
                    "{name} lists {other_name} as a neighbour twice{how}"
                ))
                .about([subject.entity(at), subject.entity(other)])
                .at(Place::Neighbour(territory.key, index))
                .spot(subject.spot(at))
                .fix(fix),
            );
        }
    }
    findings
}
