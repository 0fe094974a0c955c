//! Parts of a territory lie far apart.
//!
//! Islands near each other are usual. A part of `part-pixels` or more (50 by default)
//! that is further from the largest part than a quarter of the mask's shorter side may be
//! another land that was given the same colour by mistake.

use crate::rules::prelude::*;
use marchland_maps::mask::Bounds;

pub(crate) static RULE: Rule = Rule {
    code: "TER006",
    name: "scattered",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("scattered.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.part_pixels;
    let size = survey.size();
    let far = size.0.min(size.1) / 4;
    let wrap = subject.draft.wrap;
    let mut findings = Vec::new();
    for (at, _) in subject.territories() {
        let Some((&largest, others)) = land.parts(at).split_first() else {
            continue;
        };
        let main = survey.regions.get(largest).bounds;
        let apart = |b: Bounds| {
            let x = gap(
                (main.left, main.right),
                (b.left, b.right),
                size.0,
                wrap.horizontal,
            );
            let y = gap(
                (main.top, main.bottom),
                (b.top, b.bottom),
                size.1,
                wrap.vertical,
            );
            x.max(y)
        };
        let large = others
            .iter()
            .map(|&region| (region, survey.regions.get(region)));
        let farthest = large
            .filter(|(_, region)| region.area >= limit)
            .map(|(id, region)| (apart(region.bounds), id))
            .max();
        let Some((distance, part)) = farthest.filter(|&(distance, _)| distance > far) else {
            continue;
        };
        findings.push(
            RULE.finding(format!(
                "a part of {} lies {distance} px from its largest part",
                subject.name(at)
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(Some(survey.spot(part))),
        );
    }
    findings
}

/// Pixels between two stretches of a side whose ends may be joined.
fn gap(a: (u32, u32), b: (u32, u32), side: u32, joined: bool) -> u32 {
    let (first, second) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    let inside = second.0.saturating_sub(first.1);
    let round = (first.0 + side).saturating_sub(second.1.max(first.1));
    if joined { inside.min(round) } else { inside }
}
