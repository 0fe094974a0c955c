//! The types of cards are unevenly spread.
//!
//! A set is three of a kind or one of each; with one type rarer than others, sets
//! come later, and the luck of the draw weighs more. Reported if the commonest type
//! has two cards and ten percent more than the rarest.
//!
//! ## How to repair
//!
//! The fix leaves the types out, so that they go by id in turn.

use crate::rules::prelude::*;
use marchland_maps::Card;

pub(crate) static RULE: Rule = Rule {
    code: "RUL003",
    name: "uneven",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("uneven.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
    if !stated || most - least < 2 || (most - least) * 10 < most {
        return Vec::new();
    }
    let cleared = subject.territories().filter(|(_, t)| t.card.is_some());
    let edits = cleared.map(|(_, t)| Edit::Territory(t.key, TerritoryField::Card(None)));
    vec![
        RULE.finding(format!(
            "the types of cards are unevenly spread: {} infantry, {} cavalry, {} artillery",
            counts[0], counts[1], counts[2]
        ))
        .fix(Fix::guess(
            "Let the types go by id in turn",
            edits.collect::<Vec<_>>(),
        )),
    ]
}
