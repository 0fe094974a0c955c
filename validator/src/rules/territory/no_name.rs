//! A territory has no name.
//!
//! Players read the name in the log, on cards and in dialogs.
//!
//! ## How to repair
//!
//! Write `name="…"`. The fix gives it the name "Territory" and its id, which
//! TER003 then reminds of.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "TER001",
    name: "no-name",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let unnamed = subject.territories().filter(|(_, one)| one.name.is_blank());
    unnamed
        .map(|(at, territory)| {
            let number = territory
                .id
                .map_or(at + 1, marchland_maps::TerritoryId::index);
            let name = format!("Territory {number}");
            RULE.finding(format!("{} has no name", subject.name(at)))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(Fix::guess(
                    format!("Call it “{name}” for now"),
                    [Edit::Territory(
                        territory.key,
                        TerritoryField::Name(Some(name)),
                    )],
                ))
        })
        .collect()
}
