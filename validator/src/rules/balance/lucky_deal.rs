#![doc = include_str!("lucky_deal.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let all = subject.draft.territories.len();
    let hand = all / 3;
    let mut findings = Vec::new();
    for (at, continent) in subject.continents() {
        let size = subject.members[at].len();
        let bonus = continent.bonus.unwrap_or(0);
        if size == 0 || size == all || bonus == 0 || size > hand {
            continue;
        }
        // The chance that one player's hand includes the whole continent.
        let one: f64 = (0..size)
            .map(|i| (hand - i) as f64 / (all - i) as f64)
            .product();
        let chance = (3.0 * one).min(1.0);
        if chance <= 0.05 {
            continue;
        }
        let severity = if bonus > 3 {
            Severity::Warning
        } else {
            Severity::Info
        };
        findings.push(
            rule.finding(format!(
                "about {:.0} % of deals to three players give one of them all of {} ({size} {})",
                chance * 100.0,
                subject.continent_name(at),
                if size == 1 {
                    "territory"
                } else {
                    "territories"
                }
            ))
            .on(subject.continent_site(at))
            .severity(severity),
        );
    }
    findings
}
