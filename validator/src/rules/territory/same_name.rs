#![doc = include_str!("same_name.md")]

use crate::rules::prelude::*;
use crate::rules::repeats::repeats;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let names = subject
        .territories()
        .map(|(at, one)| (at, one.name.folded()));
    repeats(names)
        .into_iter()
        .map(|(at, first)| {
            let name = subject.name(at);
            rule.finding(format!("two territories are called “{name}”"))
                .about([subject.entity(at), subject.entity(first)])
                .at(subject.place(at))
                .spot(subject.spot(at))
        })
        .collect()
}
