//! The map has no name.
//!
//! The name is what players choose the map by.
//!
//! ## How to repair
//!
//! Write `<name>…</name>` as the first element. The fix takes the name of the map's
//! folder.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "MAP001",
    name: "no-name",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    if !subject.draft.name.is_blank() {
        return Vec::new();
    }
    let folder = subject.folder.and_then(|folder| folder.name.clone());
    vec![RULE.finding("the map has no name").fix(folder.map(|name| {
        Fix::guess(
            format!("Call it “{name}”"),
            [Edit::Map(MapField::Name(Some(name)))],
        )
    }))]
}
