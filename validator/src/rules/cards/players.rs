#![doc = include_str!("players.md")]

use crate::rules::prelude::*;
use marchland_maps::MAX_PLAYERS;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let count = subject.draft.territories.len();
    if count < 2 || count >= usize::from(MAX_PLAYERS) {
        return None;
    }
    Some(rule.finding(format!(
        "{count} territories are enough for at most {count} of {MAX_PLAYERS} players"
    )))
}
