//! A territory has another id than in the older version of the map.
//!
//! Saved games, recorded games and strategy files speak of territories by id. What
//! was recorded on the older version is misread on this one. Needs
//! `--against OLD`; territories are recognised by name, then by key colour.
//!
//! ## How to repair
//!
//! Give it the old id back, or accept that old records no longer fit.

use crate::rules::prelude::*;
use crate::rules::protocol::old::same_territories;

pub(crate) static RULE: Rule = Rule {
    code: "NET004",
    name: "moved",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("moved.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some(previous) = subject.previous else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (old, at) in same_territories(previous, subject.draft) {
        let territory = subject.territory(at);
        let (Some(was), Some(is)) = (previous.draft.territories[old].id, territory.id) else {
            continue;
        };
        if was == is {
            continue;
        }
        let name = subject.name(at);
        findings.push(
            RULE.finding(format!("{name} had the id {was} and now has {is}"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(Fix::guess(
                    format!("Give {name} the id {was} back"),
                    [author::renumber(subject.draft, territory.key, was)],
                )),
        );
    }
    findings
}
