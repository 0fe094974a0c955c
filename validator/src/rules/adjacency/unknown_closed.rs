#![doc = include_str!("unknown_closed.md")]

use crate::diagnostic::Safety;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    // The id may be that of a territory that lost its own.
    let lost = subject.territories().any(|(_, one)| one.id.is_none());
    let safety = if lost { Safety::Unsafe } else { Safety::Safe };
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
                rule.finding(format!(
                    "{name} has a closed border to {to}, but no territory has that id"
                ))
                .about([subject.entity(at), Entity::Detail(to.to_string())])
                .at(Place::Closed(territory.key, index))
                .spot(subject.spot(at))
                .fix(Fix {
                    safety,
                    ..Fix::safe(
                        format!("Take {to} out of {name}'s closed borders"),
                        [Edit::Closed(territory.key, change)],
                    )
                }),
            );
        }
    }
    findings
}
