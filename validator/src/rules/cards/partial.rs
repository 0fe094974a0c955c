#![doc = include_str!("partial.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let without: Vec<usize> = subject
        .territories()
        .filter(|(_, t)| t.card.is_none())
        .map(|(at, _)| at)
        .collect();
    if without.is_empty() || without.len() == subject.draft.territories.len() {
        return None;
    }
    let edits = without.iter().filter_map(|&at| {
        let territory = subject.territory(at);
        let card = marchland_maps::Card::ALL[territory.id?.index() % 3];
        Some(Edit::Territory(
            territory.key,
            TerritoryField::Card(Some(card)),
        ))
    });
    Some(
        rule.finding(format!(
            "no card type for {}, although other territories state one",
            subject.list(&without, without.len())
        ))
        .at(subject.place(without[0]))
        .fix(Fix::guess(
            "Write down the types that they get by id",
            edits.collect::<Vec<_>>(),
        )),
    )
}
