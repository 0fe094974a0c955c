#![doc = include_str!("part_without.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        if territory.pivots.is_empty() {
            continue;
        }
        // A pivot outside the territory (PIV002, PIV003) may be meant for this part; it
        // has to be moved first.
        let lost = territory.pivots.iter().any(|p| {
            survey
                .regions
                .region_at(p.x, p.y)
                .is_none_or(|region| land.parts().territory_of(region) != Some(at))
        });
        if lost {
            continue;
        }
        let without: Vec<_> = super::parts::without_pivot(subject, survey, land, at).collect();
        if without.is_empty() {
            continue;
        }
        let name = subject.name(at);
        let largest = survey.regions.get(without[0]).area;
        let what = match without.len() {
            1 => format!("a part of {name} ({largest} px) has no pivot"),
            n => format!("{n} parts of {name} (up to {largest} px) have no pivot"),
        };
        let count = territory.pivots.len();
        let edits = without.iter().enumerate().map(|(index, &region)| {
            let item = survey.centre(region).at;
            Edit::Pivots(
                territory.key,
                ListChange::Insert {
                    at: count + index,
                    item,
                },
            )
        });
        findings.push(
            rule.finding(what)
                .on(subject.territory_site(at))
                .spot(Some(survey.spot(without[0])))
                .fix(Fix::safe(
                    format!("Set a pivot in each part of {name}"),
                    edits.collect::<Vec<_>>(),
                )),
        );
    }
    findings
}
