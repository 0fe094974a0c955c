#![doc = include_str!("no_name.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    if !subject.draft.name.is_blank() {
        return Vec::new();
    }
    let folder = subject.folder.and_then(|folder| folder.name.clone());
    vec![rule.finding("the map has no name").fix(folder.map(|name| {
        Fix::guess(
            format!("Call it “{name}”"),
            [Edit::Map(MapField::Name(Some(name)))],
        )
    }))]
}
