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
        let whereabouts = match survey.regions.region_at(badge.x, badge.y) {
            None => "outside the mask".to_owned(),
            Some(region) => match land.parts().territory_of(region) {
                Some(owner) if owner != at => format!("on {}", subject.name(owner)),
                _ => continue,
            },
        };
        let name = subject.name(at);
        findings.push(
            rule.finding(format!("the badge of {name} stands {whereabouts}"))
                .on(subject.territory_site(at))
                .spot(Some(Spot::at(badge)))
                .fix(Fix::guess(
                    format!("Put the badge of {name} on its first pivot"),
                    [Edit::Territory(territory.key, TerritoryField::Badge(None))],
                )),
        );
    }
    findings
}
