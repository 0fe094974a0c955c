#![doc = include_str!("metadata.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let blank = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
    let message = match (blank(&subject.draft.author), blank(&subject.draft.licence)) {
        (true, true) => "the map names neither its author nor its licence",
        (true, false) => "the map does not name its author",
        (false, true) => "the map does not name its licence",
        (false, false) => return None,
    };
    Some(rule.finding(message))
}
