#![doc = include_str!("no_slack.md")]

use crate::rules::prelude::*;
use marchland_maps::Setup;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len() as u32;
    let mut findings = Vec::new();
    for (&players, &units) in &subject.draft.setup.units {
        if units <= count.div_ceil(Setup::hands(players).into()) {
            findings.push(
                rule.finding(format!(
                    "the deal places all units of {players} players ({units} each)"
                ))
                .about([Entity::Players(players)]),
            );
        }
    }
    findings
}
