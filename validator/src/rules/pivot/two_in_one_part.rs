#![doc = include_str!("two_in_one_part.md")]

use crate::rules::prelude::*;
use std::collections::HashSet;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let mut seen = HashSet::new();
        for (index, &item) in territory.pivots.iter().enumerate() {
            let region = subject.mask().and_then(|(survey, land)| {
                let region = survey.regions.region_at(item.x, item.y)?;
                (land.parts().territory_of(region) == Some(at)).then_some(region)
            });
            // Without a mask, or outside the territory, compare pixels.
            let part = region.ok_or(item);
            if seen.insert(part) {
                continue;
            }
            let name = subject.name(at);
            findings.push(
                rule.finding(format!("{name} has two pivots in one part"))
                    .about([subject.entity(at), Entity::Pixel(item)])
                    .at(Place::Pivot(territory.key, index))
                    .spot(Some(Spot::at(item)))
                    .fix(Fix::safe(
                        format!("Remove the pivot ({}, {}) of {name}", item.x, item.y),
                        [Edit::Pivots(
                            territory.key,
                            ListChange::Remove { at: index, item },
                        )],
                    )),
            );
        }
    }
    findings
}
