#![doc = include_str!("wrong_land.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        if land.parts().of(at).is_empty() {
            continue;
        }
        for (index, &pivot) in territory.pivots.iter().enumerate() {
            let Some(region) = survey.regions.region_at(pivot.x, pivot.y) else {
                continue;
            };
            let owner = land.parts().territory_of(region);
            if owner == Some(at) {
                continue;
            }
            let on = owner.map_or_else(
                || "on no territory".to_owned(),
                |other| format!("on {}", subject.name(other)),
            );
            findings.push(
                rule.finding(format!("a pivot of {} lies {on}", subject.name(at)))
                    .about([subject.entity(at), Entity::Pixel(pivot)])
                    .at(Place::Pivot(territory.key, index))
                    .spot(Some(Spot::at(pivot)))
                    .fix(super::parts::relocate(subject, survey, land, at, index)),
            );
        }
    }
    findings
}
