//! A badge crosses its territory's border though it would fit.
//!
//! The disc with the number of units reaches into other territories, while there is a
//! place in the territory where it does not.
//!
//! ## How to repair
//!
//! The fix moves the badge to the middle of the largest part.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "PIV004",
    name: "badge-off-centre",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("badge_off_centre.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let radius = f64::from(subject.badge_diameter()) / 2.0;
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let (Some(badge), Some(&region)) = (subject.badge(at), land.parts(at).first()) else {
            continue;
        };
        let own = |x: u32, y: u32| {
            survey
                .regions
                .region_at(x, y)
                .is_some_and(|region| land.owner(region) == Some(at))
        };
        // A badge outside its territory is PIV008's.
        if !own(badge.x, badge.y) {
            continue;
        }
        let centre = survey.centre(region);
        if centre.radius() < radius + 1.0 {
            continue;
        }
        // Sixteen points on the disc's edge; a quarter of them may be over.
        let over = (0..16).filter(|&step| {
            let angle = f64::from(step) * std::f64::consts::TAU / 16.0;
            let x = f64::from(badge.x) + radius * angle.cos();
            let y = f64::from(badge.y) + radius * angle.sin();
            x < 0.0 || y < 0.0 || !own(x.round() as u32, y.round() as u32)
        });
        let over = over.count();
        if over <= 4 {
            continue;
        }
        let edit = match (territory.badge, territory.pivots.first()) {
            (None, Some(&old)) if survey.regions.region_at(old.x, old.y) == Some(region) => {
                Edit::Pivots(
                    territory.key,
                    ListChange::Replace {
                        at: 0,
                        old,
                        new: centre.at,
                    },
                )
            }
            _ => Edit::Territory(territory.key, TerritoryField::Badge(Some(centre.at))),
        };
        findings.push(
            RULE.finding(format!(
                "the badge of {} reaches over its border",
                subject.name(at)
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(Some(Spot::at(badge)))
            .fix(Fix::guess(
                format!("Move the badge of {} to its middle", subject.name(at)),
                [edit],
            )),
        );
    }
    findings
}
