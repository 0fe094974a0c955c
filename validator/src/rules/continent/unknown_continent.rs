#![doc = include_str!("unknown_continent.md")]

use crate::rules::continent::majority::majority;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let unknown = subject.territories().filter_map(|(at, territory)| {
        let id = territory
            .continent
            .filter(|&id| subject.continent_with_id(id).is_none())?;
        Some((at, id))
    });
    unknown
        .map(|(at, id)| {
            rule.finding(format!(
                "{} belongs to continent {id}, which does not exist",
                subject.name(at)
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(subject.spot(at))
            .fix(majority(subject, at))
        })
        .collect()
}
