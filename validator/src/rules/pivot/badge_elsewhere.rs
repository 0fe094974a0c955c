//! A badge stands on another territory.
//!
//! Players would take the number of units for the other's. A badge on the sea beside its
//! territory is fine.
//!
//! ## How to repair
//!
//! The fix takes the badge's own place out, so that it stands on the first pivot.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "PIV008",
    name: "badge-elsewhere",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("badge_elsewhere.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
            RULE.finding(format!("the badge of {name} stands {where_to}"))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(Some(Spot::at(badge)))
                .fix(Fix::guess(
                    format!("Let the badge of {name} stand on its first pivot"),
                    [Edit::Territory(territory.key, TerritoryField::Badge(None))],
                )),
        );
    }
    findings
}
