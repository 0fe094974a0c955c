#![doc = include_str!("setup_players.md")]

use crate::rules::prelude::*;
use marchland_maps::{MAX_PLAYERS, MIN_PLAYERS};

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let strange = subject.draft.setup.units.keys();
    strange
        .filter(|players| !(MIN_PLAYERS..=MAX_PLAYERS).contains(*players))
        .map(|&players| {
            rule.finding(format!(
                "units for {players} players are never used; games have {MIN_PLAYERS} to {MAX_PLAYERS} players"
            ))
            .about([Entity::Players(players)])
            .fix(Fix::safe(
                format!("Remove the units for {players} players"),
                [Edit::Setup { players, units: None }],
            ))
        })
        .collect()
}
