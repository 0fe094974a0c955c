//! A link by sea is very long.
//!
//! Its line crosses most of the map; longer than `link-percent` of the mask's shorter
//! side, 75 by default. Often the two lie on both sides of the map's edge, as on a map
//! of the world, and the map lacks its `wrap`.
//!
//! ## How to repair
//!
//! If the map goes on at its other edge, say so: `wrap="horizontal"`. Otherwise look
//! whether the link is meant.

use crate::rules::adjacency::join::wrapped_distance_squared;
use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "ADJ011",
    name: "long-link",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("long_link.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let size = survey.size();
    let limit =
        f64::from(size.0.min(size.1)) * f64::from(subject.settings.limits.link_percent) / 100.0;
    let wrap = subject.draft.wrap;
    let mut findings = Vec::new();
    for link in subject
        .graph
        .links()
        .iter()
        .filter(|link| link.by == By::Sea)
    {
        let nearest = |wrap| {
            let from = subject.territory(link.a).pivots.iter().take(16);
            let pairs = from.flat_map(|&p| {
                subject
                    .territory(link.b)
                    .pivots
                    .iter()
                    .take(16)
                    .map(move |&q| (p, q))
            });
            pairs
                .map(|(p, q)| wrapped_distance_squared(p, q, size, wrap))
                .min()
        };
        let Some(length) = nearest(wrap)
            .map(|d| (d as f64).sqrt())
            .filter(|&length| length > limit)
        else {
            continue;
        };
        let round = marchland_maps::Wrap {
            horizontal: true,
            ..wrap
        };
        let shorter = nearest(round)
            .map(|d| (d as f64).sqrt())
            .filter(|&d| d < length / 2.0);
        let (from, at) = link.declared;
        findings.push(
            RULE.finding(format!(
                "the link by sea of {} and {} is {length:.0} px long",
                subject.name(link.a),
                subject.name(link.b)
            ))
            .about([subject.entity(link.a), subject.entity(link.b)])
            .at(Place::Neighbour(subject.territory(from).key, at))
            .spot(subject.spot(from))
            .fix(shorter.map(|shorter| {
                Fix::guess(
                    format!("Join the left edge with the right one; the link is then {shorter:.0} px long"),
                    [Edit::Map(MapField::Wrap(round))],
                )
            })),
        );
    }
    findings
}
