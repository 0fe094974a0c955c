#![doc = include_str!("uneven.md")]

use crate::rules::prelude::*;
use marchland_maps::Card;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let mut counts = [0_usize; 3];
    for (at, territory) in subject.territories() {
        let turn = territory.id.map_or(at, marchland_maps::TerritoryId::index) % 3;
        counts[territory.card.unwrap_or(Card::ALL[turn]) as usize] += 1;
    }
    let (most, least) = (
        counts.iter().max().copied().unwrap_or(0),
        counts.iter().min().copied().unwrap_or(0),
    );
    let stated = subject.territories().any(|(_, t)| t.card.is_some());
    if !stated || most - least < 3 || 2 * most < 3 * least {
        return None;
    }
    let cleared = subject.territories().filter(|(_, t)| t.card.is_some());
    let edits = cleared.map(|(_, t)| Edit::Territory(t.key, TerritoryField::Card(None)));
    Some(
        rule.finding(format!(
            "card types are unevenly distributed: {} infantry, {} cavalry, {} artillery",
            counts[0], counts[1], counts[2]
        ))
        .fix(Fix::guess(
            "Remove the types, so that they follow from the ids",
            edits.collect::<Vec<_>>(),
        )),
    )
}
