//! Losing one territory before the first turn costs a unit.
//!
//! A player gets a third of his territories in units each turn, rounded down, three
//! at least. Where the deal gives everybody a number of territories that three
//! divides, twelve or more, the first player to attack takes a unit from the next
//! one before he ever moved.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "BAL001",
    name: "first-move",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("first_move.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len();
    let mut players = Vec::new();
    for game in 2..=6_usize {
        let hand = count / if game == 2 { 3 } else { game };
        if hand >= 12 && hand.is_multiple_of(3) {
            players.push(format!("{game} players start with {hand} each"));
        }
    }
    if players.is_empty() {
        return Vec::new();
    }
    vec![RULE.finding(format!(
        "losing one territory costs a unit before the first turn: {}",
        players.join(", ")
    ))]
}
