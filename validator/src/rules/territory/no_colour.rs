#![doc = include_str!("no_colour.md")]

use crate::rules::image::orphans::{orphan_at_pivot, orphans};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
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
            rule.finding(format!("{name} has no key colour"))
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
