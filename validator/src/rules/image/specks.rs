#![doc = include_str!("specks.md")]

use crate::input::{Land, Survey};
use crate::rules::prelude::*;
use marchland_maps::mask::RegionId;
use std::collections::HashSet;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.speck_pixels;
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let parts = land.parts().of(at);
        let area = |region| survey.regions.get(region).area;
        let Some(&largest) = parts.first().filter(|&&region| area(region) > limit) else {
            continue;
        };
        let pivots = territory.pivots.iter();
        let meant: HashSet<_> = pivots
            .filter_map(|p| survey.regions.region_at(p.x, p.y))
            .collect();
        let specks: Vec<_> = parts
            .iter()
            .copied()
            .filter(|&region| {
                region != largest && area(region) <= limit && !meant.contains(&region)
            })
            .filter(|&region| is_dirt(survey, land, at, region))
            .collect();
        if let Some(&first) = specks.first() {
            let count = match specks.len() {
                1 => "a speck".to_owned(),
                n => format!("{n} specks"),
            };
            findings.push(
                rule.finding(format!(
                    "{} has {count} inside other territories",
                    subject.name(at)
                ))
                .on(subject.territory_site(at))
                .spot(Some(survey.spot(first))),
            );
        }
    }
    findings
}

/// Whether a part touches another territory along an edge, but not its own territory,
/// not even at a corner.
fn is_dirt(survey: &Survey, land: &Land, at: usize, part: RegionId) -> bool {
    let regions = &survey.regions;
    let mut on_another = false;
    for run in regions.runs_of(part) {
        for y in run.y.saturating_sub(1)..(run.y + 2).min(regions.height()) {
            let around = run.start.saturating_sub(1)..run.end + 1;
            for other in regions.row_within(y, around) {
                let by_edge = y == run.y || other.end > run.start && other.start < run.end;
                match land.parts().territory_of(other.region) {
                    Some(owner) if owner != at => on_another |= by_edge,
                    Some(_) if other.region != part => return false,
                    _ => {}
                }
            }
        }
    }
    on_another
}
