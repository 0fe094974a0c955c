//! A closed border names a territory that does not exist.
//!
//! `<closed territory="…"/>` remembers that two territories touch but are meant to
//! be no neighbours. The number here is the id of no territory.
//!
//! ## How to repair
//!
//! Correct the number, or take the closed border out: it changes nothing in play.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ018",
    name: "unknown-closed",
    severity: Severity::Error,
    fixable: Fixable::Safe,
    source: include_str!("unknown_closed.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &to) in territory.closed.iter().enumerate() {
            if subject.with_id(to).is_some() {
                continue;
            }
            let name = subject.name(at);
            let change = ListChange::Remove {
                at: index,
                item: to,
            };
            findings.push(
                RULE.finding(format!(
                    "{name} has a closed border to {to}, but no territory has that id"
                ))
                .about([subject.entity(at), Entity::Detail(to.to_string())])
                .at(Place::Closed(territory.key, index))
                .spot(subject.spot(at))
                .fix(Fix::safe(
                    format!("Take {to} out of {name}'s closed borders"),
                    [Edit::Closed(territory.key, change)],
                )),
            );
        }
    }
    findings
}
