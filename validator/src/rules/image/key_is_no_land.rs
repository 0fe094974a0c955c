#![doc = include_str!("key_is_no_land.md")]

use crate::land::no_land;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(mask) = &subject.draft.mask else {
        return Vec::new();
    };
    let declared: std::collections::HashSet<_> = no_land(subject.draft).collect();
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(colour) = territory.colour.filter(|colour| declared.contains(colour)) else {
            continue;
        };
        let mut new = mask.clone();
        new.background.retain(|&c| c != colour);
        new.separator.retain(|&c| c != colour);
        findings.push(
            rule.finding(format!(
                "the key colour {colour} of {} is also declared as background or separator",
                subject.name(at)
            ))
            .about([subject.entity(at), Entity::Colour(colour)])
            .at(subject.place(at))
            .attribute("colour")
            .spot(subject.spot(at))
            .fix(Fix::guess(
                format!("Let {colour} be land alone"),
                [Edit::Map(MapField::Mask(Some(new)))],
            )),
        );
    }
    findings
}
