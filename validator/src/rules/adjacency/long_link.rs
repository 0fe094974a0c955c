#![doc = include_str!("long_link.md")]

use crate::rules::adjacency::join::apart;
use crate::rules::prelude::*;
use marchland_maps::Wrap;

/// Maximum number of parts measured per territory, largest first.
const PARTS: usize = 16;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let size = survey.regions.size();
    let limit =
        f64::from(size.0.min(size.1)) * f64::from(subject.settings.limits.link_percent) / 100.0;
    let wrap = subject.draft.wrap;
    let round = Wrap {
        horizontal: true,
        ..wrap
    };
    let boxes = |at: usize| {
        let parts = land.parts().of(at).iter().take(PARTS);
        parts.map(|&part| survey.regions.get(part).bounds)
    };
    let mut findings = Vec::new();
    let links = subject.graph.links().iter();
    for link in links.filter(|link| link.by == By::Sea) {
        let nearest = |wrap| {
            let pairs = boxes(link.a).flat_map(|p| boxes(link.b).map(move |q| (p, q)));
            let distances = pairs.map(|(p, q)| {
                let (x, y) = apart(p, q, size, wrap);
                f64::from(x).hypot(f64::from(y))
            });
            distances.min_by(f64::total_cmp)
        };
        let Some(length) = nearest(wrap).filter(|&length| length > limit) else {
            continue;
        };
        let shorter = nearest(round).filter(|&round| round < length * 2.0 / 3.0);
        findings.push(
            rule.finding(format!(
                "the sea link between {} and {} crosses {length:.0} px of the map",
                subject.name(link.a),
                subject.name(link.b)
            ))
            .on(subject.link_site(link))
            .fix(shorter.map(|shorter| {
                Fix::guess(
                    format!(
                        "Join the left and right edges, which makes the link {shorter:.0} px long"
                    ),
                    [Edit::Map(MapField::Wrap(round))],
                )
            })),
        );
    }
    findings
}
