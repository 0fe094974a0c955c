//! A territory lists the same neighbour twice.
//!
//! One of the two is too many. Where they differ, by land and by sea, or one-way
//! and two-way, it is open which one counts. The two *ends* of a link may both
//! declare it, if they declare it alike.
//!
//! ## How to repair
//!
//! Take one of them out. The fix is safe where both say the same.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ003",
    name: "link-twice",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("link_twice.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
                RULE.finding(format!(
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
