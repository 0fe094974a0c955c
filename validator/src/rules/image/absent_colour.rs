#![doc = include_str!("absent_colour.md")]

use crate::rules::image::orphans::{orphan_at_pivot, orphans};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((_, land)) = subject.mask() else {
        return Vec::new();
    };
    let absent: Vec<usize> = subject
        .territories()
        .filter(|&(at, t)| {
            // A shared colour (IMG005) belongs to the first territory.
            let shared = t
                .colour
                .and_then(|c| subject.with_colour(c))
                .is_some_and(|first| first != at);
            t.colour.is_some() && !shared && land.parts(at).is_empty()
        })
        .map(|(at, _)| at)
        .collect();
    if absent.is_empty() {
        return Vec::new();
    }
    let free = orphans(subject);
    absent
        .into_iter()
        .filter_map(|at| {
            let territory = subject.territory(at);
            let colour = territory.colour?;
            let name = subject.name(at);
            let likely = free
                .iter()
                .take(64)
                .min_by_key(|o| (o.colour.distance_squared(colour), o.colour));
            let better = orphan_at_pivot(subject, at).or(likely.map(|o| o.colour));
            Some(
                rule.finding(format!(
                    "no pixel of the mask has the colour {colour} of {name}"
                ))
                .on(subject.territory_site(at))
                .attribute("colour")
                .spot(subject.spot(at))
                .fix(better.map(|better| {
                    Fix::guess(
                        format!("Give {name} the colour {better}"),
                        [Edit::Territory(
                            territory.key,
                            TerritoryField::Colour(Some(better)),
                        )],
                    )
                })),
            )
        })
        .collect()
}
