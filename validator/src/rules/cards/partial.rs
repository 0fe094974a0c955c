//! Some territories state the type of their card and others do not.
//!
//! Those that state none get infantry, cavalry and artillery in turn by their ids,
//! which was probably not counted on by whoever set the others.
//!
//! ## How to repair
//!
//! State the type for all territories, or for none.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "RUL002",
    name: "partial",
    severity: Severity::Info,
    fixable: Fixable::Unsafe,
    source: include_str!("partial.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let without: Vec<usize> = subject
        .territories()
        .filter(|(_, t)| t.card.is_none())
        .map(|(at, _)| at)
        .collect();
    if without.is_empty() || without.len() == subject.draft.territories.len() {
        return Vec::new();
    }
    let edits = without.iter().filter_map(|&at| {
        let territory = subject.territory(at);
        let card = marchland_maps::Card::ALL[territory.id?.index() % 3];
        Some(Edit::Territory(
            territory.key,
            TerritoryField::Card(Some(card)),
        ))
    });
    vec![
        RULE.finding(format!(
            "{} state no type of card, others do",
            subject.list(&without, without.len())
        ))
        .at(subject.place(without[0]))
        .fix(Fix::guess(
            "Write down the types that they get by turn",
            edits.collect::<Vec<_>>(),
        )),
    ]
}
