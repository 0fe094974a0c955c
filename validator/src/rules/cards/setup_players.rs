//! A set-up is for a number of players that no game has.
//!
//! Games have two to six players; the entry is never used.
//!
//! ## How to repair
//!
//! Take it out, or write the number that was meant.

use crate::rules::prelude::*;
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS};

pub(crate) static RULE: Rule = Rule {
    code: "RUL007",
    name: "setup-players",
    severity: Severity::Warning,
    fixable: Fixable::Safe,
    source: include_str!("setup_players.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let strange = subject.draft.setup.units.keys();
    strange
        .filter(|players| !(MIN_PLAYERS..=MAX_PLAYERS).contains(*players))
        .map(|&players| {
            RULE.finding(format!(
                "units for {players} players are never used; games have {MIN_PLAYERS} to {MAX_PLAYERS} players"
            ))
            .about([Entity::Players(players)])
            .fix(Fix::safe(
                format!("Take the units for {players} players out"),
                [Edit::Setup { players, units: None }],
            ))
        })
        .collect()
}
