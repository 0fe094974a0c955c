#![doc = include_str!("first_move.md")]

use crate::rules::prelude::*;
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS, Setup};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let count = subject.draft.territories.len();
    let mut players = Vec::new();
    for game in MIN_PLAYERS..=MAX_PLAYERS {
        let hand = count / usize::from(Setup::hands(game));
        if hand >= 12 && hand.is_multiple_of(3) {
            players.push(format!("{game} players start with {hand} each"));
        }
    }
    if players.is_empty() {
        return None;
    }
    Some(rule.finding(format!(
        "losing one territory before the first turn costs a unit: {}",
        players.join(", ")
    )))
}
