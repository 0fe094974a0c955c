//! The map is too small for the usual number of players.
//!
//! A game has two to six players, and each needs a territory to start with. In a
//! game of two a neutral third takes its share.

use crate::rules::prelude::*;
use marchland_maps::MAX_PLAYERS;

pub(crate) static RULE: Rule = Rule {
    code: "RUL005",
    name: "players",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("players.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len();
    if count < 2 || count >= usize::from(MAX_PLAYERS) {
        return Vec::new();
    }
    vec![RULE.finding(format!(
        "with {count} territories, at most {count} of {MAX_PLAYERS} players find a place"
    ))]
}
