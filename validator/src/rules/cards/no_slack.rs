//! A set-up leaves players no units to place.
//!
//! After one unit on each territory nothing is left, so the players' first decision,
//! where to be strong, is never made.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "RUL008",
    name: "no-slack",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("no_slack.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let count = subject.draft.territories.len() as u32;
    let mut findings = Vec::new();
    for (&players, &units) in &subject.draft.setup.units {
        if !(2..=6).contains(&players) {
            continue;
        }
        let hands = if players == 2 { 3 } else { u32::from(players) };
        if units <= count.div_ceil(hands) {
            findings.push(
                RULE.finding(format!(
                    "{units} units each for {players} players are all placed by the deal"
                ))
                .about([Entity::Players(players)]),
            );
        }
    }
    findings
}
