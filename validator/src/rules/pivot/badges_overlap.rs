#![doc = include_str!("badges_overlap.md")]

use crate::rules::bounded::Bounded;
use crate::rules::prelude::*;
use std::collections::HashMap;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let near = f64::from(subject.draft.badge_size()) * 0.75;
    let cell = (near.ceil() as u32).max(1);
    // Badges by squares of a grid; only those in adjacent squares can be near.
    let mut squares: HashMap<(u32, u32), Vec<(usize, Point)>> = HashMap::new();
    let mut findings = Bounded::default();
    for (at, territory) in subject.territories() {
        let Some(badge) = territory.badge_place() else {
            continue;
        };
        let (cx, cy) = (badge.x / cell, badge.y / cell);
        for x in cx.saturating_sub(1)..=cx + 1 {
            for y in cy.saturating_sub(1)..=cy + 1 {
                for &(other, there) in squares.get(&(x, y)).map_or(&[][..], Vec::as_slice) {
                    let apart = f64::from(badge.x.abs_diff(there.x))
                        .hypot(f64::from(badge.y.abs_diff(there.y)));
                    if apart >= near {
                        continue;
                    }
                    let finding = rule
                        .finding(format!(
                            "the badges of {} and {} are {apart:.0} px apart and overlap",
                            subject.name(other),
                            subject.name(at)
                        ))
                        .about([subject.entity(other), subject.entity(at)])
                        .at(subject.place(at))
                        .spot(Some(Spot::at(badge)));
                    if !findings.add(finding) {
                        return findings.list();
                    }
                }
            }
        }
        squares.entry((cx, cy)).or_default().push((at, badge));
    }
    findings.list()
}
