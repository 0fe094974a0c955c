#![doc = include_str!("main_in_small_part.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, land)) = subject.mask() else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let (Some(&first), Some(&largest), None) = (
            territory.pivots.first(),
            land.parts().of(at).first(),
            territory.badge,
        ) else {
            continue;
        };
        let region = |p: Point| survey.regions.region_at(p.x, p.y);
        let area = |r| survey.regions.get(r).area;
        let Some(small) = region(first).filter(|&r| land.parts().territory_of(r) == Some(at))
        else {
            continue;
        };
        let better = territory
            .pivots
            .iter()
            .position(|&p| region(p) == Some(largest));
        let Some(index) = better.filter(|_| area(small) < area(largest)) else {
            continue;
        };
        let item = territory.pivots[index];
        let name = subject.name(at);
        findings.push(
            rule.finding(format!(
                "the first pivot of {name} is not in its largest part"
            ))
            .about([subject.entity(at)])
            .at(Place::Pivot(territory.key, 0))
            .spot(Some(Spot::at(first)))
            .fix(Fix::guess(
                format!("Put the pivot of {name}'s largest part first"),
                [
                    Edit::Pivots(territory.key, ListChange::Remove { at: index, item }),
                    Edit::Pivots(territory.key, ListChange::Insert { at: 0, item }),
                ],
            )),
        );
    }
    findings
}
