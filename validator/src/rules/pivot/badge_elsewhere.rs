#![doc = include_str!("badge_elsewhere.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(badge) = territory.badge else {
            continue;
        };
        let region = survey.regions.region_at(badge.x, badge.y);
        let other = match region {
            Some(region) => land.owner(region).filter(|&owner| owner != at),
            None => None,
        };
        let where_to = match (region, other) {
            (None, _) => "outside the mask".to_owned(),
            (_, Some(other)) => format!("on {}", subject.name(other)),
            _ => continue,
        };
        let name = subject.name(at);
        findings.push(
            rule.finding(format!("the badge of {name} stands {where_to}"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(Some(Spot::at(badge)))
                .fix(Fix::guess(
                    format!("Put the badge of {name} on its first pivot"),
                    [Edit::Territory(territory.key, TerritoryField::Badge(None))],
                )),
        );
    }
    findings
}
