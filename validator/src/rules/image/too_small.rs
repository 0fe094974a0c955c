#![doc = include_str!("too_small.md")]

use crate::input::{Land, Survey};
use crate::rules::prelude::*;

/// Number of sample points across a badge.
const POINTS: u32 = 24;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let diameter = subject.draft.badge_size();
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(&region) = land
            .parts()
            .of(at)
            .first()
            .filter(|_| territory.badge.is_none())
        else {
            continue;
        };
        let room = survey.centre(region).radius();
        let Some(badge) = territory
            .badge_place()
            .filter(|_| room < f64::from(diameter) / 4.0)
        else {
            continue;
        };
        let covered = Covered::by(survey, land, at, badge, u32::from(diameter));
        let parts = land.parts().of(at).iter();
        let area: u32 = parts.map(|&part| survey.regions.get(part).area).sum();
        let hides = covered.own >= f64::from(area) * 0.75;
        let reaches = covered.others >= covered.disc / 4.0;
        if !hides && !reaches {
            continue;
        }
        let what = if hides {
            "hides the territory"
        } else {
            "covers other territories"
        };
        findings.push(
            rule.finding(format!(
                "{} has room for a disc {:.0} px across, but its badge is {diameter} px across and {what}",
                subject.name(at),
                room * 2.0,
            ))
            .on(subject.territory_site(at))
            .spot(Some(survey.spot(region))),
        );
    }
    findings
}

/// Areas under a badge, in pixels.
#[derive(Default)]
struct Covered {
    disc: f64,
    own: f64,
    others: f64,
}

impl Covered {
    /// Samples a grid of points, each of which represents the pixels around it.
    fn by(survey: &Survey, land: &Land, at: usize, badge: Point, diameter: u32) -> Self {
        let step = f64::from(diameter) / f64::from(POINTS);
        let radius = f64::from(diameter) / 2.0;
        let mut covered = Self::default();
        for point in 0..POINTS * POINTS {
            let [dx, dy] = [point % POINTS, point / POINTS]
                .map(|index| (f64::from(index) + 0.5) * step - radius);
            if dx.hypot(dy) > radius {
                continue;
            }
            covered.disc += step * step;
            let (x, y) = (f64::from(badge.x) + dx, f64::from(badge.y) + dy);
            if x < 0.0 || y < 0.0 {
                continue;
            }
            let region = survey.regions.region_at(x.round() as u32, y.round() as u32);
            match region.and_then(|region| land.parts().territory_of(region)) {
                Some(owner) if owner == at => covered.own += step * step,
                Some(_) => covered.others += step * step,
                None => {}
            }
        }
        covered
    }
}
