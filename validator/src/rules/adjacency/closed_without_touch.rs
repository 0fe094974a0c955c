#![doc = include_str!("closed_without_touch.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((_, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        for (index, &item) in territory.closed.iter().enumerate() {
            let Some(other) = subject.with_id(item) else {
                continue;
            };
            let seen = |at: usize| !land.parts().of(at).is_empty();
            if land.contact(at, other) > 0
                || !seen(at)
                || !seen(other)
                || subject.graph.link(at, other).is_some()
            {
                continue;
            }
            let (name, other_name) = (subject.name(at), subject.name(other));
            findings.push(
                rule.finding(format!(
                    "the border between {name} and {other_name} is closed, but they do not touch"
                ))
                .about([subject.entity(at), subject.entity(other)])
                .at(Place::Closed(territory.key, index))
                .spot(subject.spot(at))
                .fix(Fix::safe(
                    format!("Remove {other_name} from {name}'s closed borders"),
                    [Edit::Closed(
                        territory.key,
                        ListChange::Remove { at: index, item },
                    )],
                )),
            );
        }
    }
    findings
}
