#![doc = include_str!("no_name.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let unnamed = subject.territories().filter(|(_, one)| one.name.is_blank());
    unnamed
        .map(|(at, territory)| {
            let number = territory
                .id
                .map_or(at + 1, marchland_maps::TerritoryId::index);
            let name = format!("Territory {number}");
            rule.finding(format!("{} has no name", subject.name(at)))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(Fix::guess(
                    format!("Call it “{name}” for now"),
                    [Edit::Territory(
                        territory.key,
                        TerritoryField::Name(Some(name)),
                    )],
                ))
        })
        .collect()
}
