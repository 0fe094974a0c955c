#![doc = include_str!("absent_colour.md")]

use std::collections::HashSet;

use crate::rules::image::orphans::{UnderPivots, absent, orphans, recolour, under_pivots};
use crate::rules::prelude::*;
use marchland_maps::Rgb;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let absent = absent(subject);
    if absent.is_empty() {
        return Vec::new();
    }
    let under = under_pivots(subject, &absent);
    let claimed: HashSet<Rgb> = under
        .values()
        .filter_map(|under| match under {
            UnderPivots::Orphan(colour) => Some(*colour),
            UnderPivots::Known | UnderPivots::Unknown => None,
        })
        .collect();
    let mut free = orphans(subject);
    free.retain(|orphan| !claimed.contains(&orphan.colour));
    let similar = |colour: Rgb| {
        let near = free.iter().take(64).map(|orphan| orphan.colour);
        near.min_by_key(|&other| (other.distance_squared(colour), other))
    };
    let finding = |at: usize| {
        let colour = subject.territory(at).colour?;
        let name = subject.name(at);
        let finding = rule
            .finding(format!(
                "no pixel of the mask has the colour {colour} of {name}"
            ))
            .on(subject.territory_site(at))
            .attribute("colour")
            .spot(subject.spot(at));
        let better = match under[&at] {
            UnderPivots::Orphan(colour) => Some(colour),
            UnderPivots::Known => {
                return Some(finding.help(format!(
                    "{name} seems to be painted over: paint it again, or delete the territory"
                )));
            }
            UnderPivots::Unknown => similar(colour),
        };
        Some(finding.fix(better.map(|better| recolour(subject, at, better))))
    };
    absent.iter().copied().filter_map(finding).collect()
}
