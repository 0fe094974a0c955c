#![doc = include_str!("badge_off_centre.md")]

use crate::rules::prelude::*;
use std::collections::BTreeMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let radius = f64::from(subject.draft.badge_size()) / 2.0;
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let (Some(badge), Some(&region)) = (territory.badge_place(), land.parts().of(at).first())
        else {
            continue;
        };
        let owner = |x: u32, y: u32| land.parts().territory_of(survey.regions.region_at(x, y)?);
        // A badge on another territory is reported by PIV008; in the sea it is intended.
        if owner(badge.x, badge.y) != Some(at) {
            continue;
        }
        let centre = survey.centre(region);
        if centre.radius() < radius + 1.0 {
            continue;
        }
        // Sixteen points on the edge of the badge.
        let on_others = (0..16).filter_map(|step| {
            let angle = f64::from(step) * std::f64::consts::TAU / 16.0;
            let x = f64::from(badge.x) + radius * angle.cos();
            let y = f64::from(badge.y) + radius * angle.sin();
            if x < 0.0 || y < 0.0 {
                return None;
            }
            owner(x.round() as u32, y.round() as u32).filter(|&other| other != at)
        });
        let mut covered: BTreeMap<usize, usize> = BTreeMap::new();
        for other in on_others {
            *covered.entry(other).or_default() += 1;
        }
        let most = covered.iter().max_by_key(|&(_, points)| *points);
        let Some((&other, _)) = most.filter(|_| covered.values().sum::<usize>() >= 4) else {
            continue;
        };
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
            rule.finding(format!(
                "the badge of {} reaches into {}",
                subject.name(at),
                subject.name(other)
            ))
            .on(subject.territory_site(at))
            .spot(Some(Spot::at(badge)))
            .fix(Fix::guess(
                format!("Move the badge of {} to its middle", subject.name(at)),
                [edit],
            )),
        );
    }
    findings
}
