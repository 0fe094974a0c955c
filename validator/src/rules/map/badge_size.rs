//! The badges are too small or too large to be of use.
//!
//! A number needs some eight pixels; a badge larger than a quarter of the mask hides
//! the map.
//!
//! ## How to repair
//!
//! Leave `badge="…"` out, so that badges have 20 pixels, or write what fits.

use crate::rules::prelude::*;

pub(crate) static RULE: Rule = Rule {
    code: "MAP007",
    name: "badge-size",
    severity: Severity::Warning,
    fixable: Fixable::Unsafe,
    source: include_str!("badge_size.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let Some(diameter) = subject.draft.badge_diameter else {
        return Vec::new();
    };
    let side = subject
        .mask()
        .map(|(survey, _)| survey.size().0.min(survey.size().1));
    if diameter >= 8 && side.is_none_or(|side| u32::from(diameter) <= side.max(80) / 4) {
        return Vec::new();
    }
    vec![
        RULE.finding(format!("badges of {diameter} px across are of no use"))
            .attribute("badge")
            .fix(Fix::guess(
                "Let badges have their usual size",
                [Edit::Map(MapField::BadgeDiameter(None))],
            )),
    ]
}
