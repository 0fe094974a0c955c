#![doc = include_str!("setup_too_small.md")]

use crate::rules::prelude::*;
use marchland_maps::Setup;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len();
    let mut findings = Vec::new();
    for (&players, &units) in &subject.draft.setup.units {
        let mut stated = Setup::default();
        stated.units.insert(players, units);
        let used = stated.initial_units(players, count);
        if used > units {
            findings.push(
                rule.finding(format!(
                    "{units} is too few units for each of {players} players on {count} territories; the game uses {used}"
                ))
                .about([Entity::Players(players)])
                .fix(Fix::safe(
                    format!("Give each of {players} players {used} units"),
                    [Edit::Setup { players, units: Some(used) }],
                )),
            );
        }
    }
    findings
}
