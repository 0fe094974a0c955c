//! A continent has no bonus.
//!
//! The bonus is what a player gets each turn for owning all of it. 0 is a bonus
//! too, but it has to be said.
//!
//! ## How to repair
//!
//! Write `bonus="…"`. The fix proposes (territories + 2 × border territories) / 3,
//! which gives five of the six bonuses of the classic board.

use crate::rules::continent::worth::Worth;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "CON005",
    name: "no-bonus",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_bonus.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let without = subject
        .continents()
        .filter(|(_, continent)| continent.bonus.is_none());
    without
        .map(|(at, continent)| {
            let name = subject.continent_name(at);
            let expected = Worth::of(subject, at).expected();
            RULE.finding(format!("{name} has no bonus"))
                .about([subject.continent_entity(at)])
                .at(subject.continent_place(at))
                .fix(Fix::guess(
                    format!("Set the bonus of {name} to {expected}"),
                    [Edit::Continent(
                        continent.key,
                        ContinentField::Bonus(Some(expected)),
                    )],
                ))
        })
        .collect()
}
