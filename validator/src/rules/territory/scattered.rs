#![doc = include_str!("scattered.md")]

use crate::rules::adjacency::join::apart;
use crate::rules::prelude::*;
use marchland_maps::mask::Bounds;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let limit = subject.settings.limits.part_pixels;
    let size = survey.regions.size();
    let far = size.0.min(size.1) / 4;
    let wrap = subject.draft.wrap;
    let mut findings = Vec::new();
    for (at, _) in subject.territories() {
        let Some((&largest, others)) = land.parts().of(at).split_first() else {
            continue;
        };
        let main = survey.regions.get(largest).bounds;
        let distance = |b: Bounds| {
            let (x, y) = apart(main, b, size, wrap);
            x.max(y)
        };
        let large = others
            .iter()
            .map(|&region| (region, survey.regions.get(region)));
        let farthest = large
            .filter(|(_, region)| region.area >= limit)
            .map(|(id, region)| (distance(region.bounds), id))
            .max();
        let Some((distance, part)) = farthest.filter(|&(distance, _)| distance > far) else {
            continue;
        };
        findings.push(
            rule.finding(format!(
                "a part of {} lies {distance} px from its largest part",
                subject.name(at)
            ))
            .on(subject.territory_site(at))
            .spot(Some(survey.spot(part))),
        );
    }
    findings
}
