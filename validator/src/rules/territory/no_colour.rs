//! A territory has no key colour.
//!
//! The key colour says which part of the mask is the territory; without it, it
//! cannot be clicked or drawn.
//!
//! ## How to repair
//!
//! Write `colour="#RRGGBB"` with its colour in the mask. If the mask has exactly one
//! colour that is nobody's, or a pivot lies on one, the fix takes that.

use crate::rules::image::orphans::{orphan_at_pivot, orphans};
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "TER008",
    name: "no-colour",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_colour.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let without: Vec<usize> = subject
        .territories()
        .filter(|(_, t)| t.colour.is_none())
        .map(|(at, _)| at)
        .collect();
    let free = orphans(subject);
    without
        .iter()
        .map(|&at| {
            let only = match free.as_slice() {
                [only] if without.len() == 1 => Some(only.colour),
                _ => None,
            };
            let colour = orphan_at_pivot(subject, at).or(only);
            let name = subject.name(at);
            RULE.finding(format!("{name} has no key colour"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(colour.map(|colour| {
                    Fix::guess(
                        format!("Give {name} the colour {colour}"),
                        [Edit::Territory(
                            subject.territory(at).key,
                            TerritoryField::Colour(Some(colour)),
                        )],
                    )
                }))
        })
        .collect()
}
