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
                    "{units} units each for {players} players do not fill {count} territories; {used} are used"
                ))
                .about([Entity::Players(players)])
                .fix(Fix::safe(
                    format!("State {used} units each for {players} players"),
                    [Edit::Setup { players, units: Some(used) }],
                )),
            );
        }
    }
    findings
}
