//! A set-up gives players fewer units than territories.
//!
//! Each territory that is dealt needs a unit on it, so the game raises the number.
//!
//! ## How to repair
//!
//! State at least the number that the game uses; the fix writes that.

use crate::rules::prelude::*;
use marchland_maps::Setup;

pub(crate) static RULE: Rule = Rule {
    code: "RUL006",
    name: "setup-too-small",
    severity: Severity::Warning,
    fixable: Fixable::Safe,
    source: include_str!("setup_too_small.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len();
    let mut findings = Vec::new();
    for (&players, &units) in &subject.draft.setup.units {
        let mut stated = Setup::default();
        stated.units.insert(players, units);
        let used = stated.initial_units(players, count);
        if used > units {
            findings.push(
                RULE.finding(format!(
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
