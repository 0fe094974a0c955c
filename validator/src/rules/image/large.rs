//! The mask is very large.
//!
//! More than 8192 pixels a side costs time and memory on players' machines and shows
//! nothing that a screen could.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "IMG011",
    name: "large",
    severity: Severity::Info,
    fixable: Fixable::No,
    source: include_str!("large.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let (width, height) = survey.size();
    if width <= 8192 && height <= 8192 {
        return Vec::new();
    }
    vec![
        RULE.finding(format!("the mask is {width} × {height} pixels large"))
            .about([Entity::File(subject.mask_file())])
            .attribute("mask"),
    ]
}
