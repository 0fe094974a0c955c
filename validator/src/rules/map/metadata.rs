//! The map names no author or no licence.
//!
//! Without a licence nobody may pass the map on, and without an author nobody knows
//! whom to ask.
//!
//! ## How to repair
//!
//! Write `<author>` and `<licence>`; an SPDX expression such as `CC-BY-4.0` is best
//! for the licence.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "MAP006",
    name: "metadata",
    severity: Severity::Warning,
    fixable: Fixable::No,
    source: include_str!("metadata.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let blank = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
    let message = match (blank(&subject.draft.author), blank(&subject.draft.licence)) {
        (true, true) => "the map names neither its author nor its licence",
        (true, false) => "the map does not name its author",
        (false, true) => "the map does not name its licence",
        (false, false) => return Vec::new(),
    };
    vec![RULE.finding(message)]
}
