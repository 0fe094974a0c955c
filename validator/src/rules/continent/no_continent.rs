#![doc = include_str!("no_continent.md")]

use crate::rules::continent::majority::majority;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let without = subject
        .territories()
        .filter(|(_, territory)| territory.continent.is_none());
    without
        .map(|(at, _)| {
            rule.finding(format!("{} belongs to no continent", subject.name(at)))
                .about([subject.entity(at)])
                .at(subject.place(at))
                .spot(subject.spot(at))
                .fix(majority(subject, at))
        })
        .collect()
}
