#![doc = include_str!("badge_size.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let diameter = subject.draft.badge_diameter?;
    let side = subject
        .mask()
        .map(|(survey, _)| survey.regions.size().0.min(survey.regions.size().1));
    if diameter >= 8 && side.is_none_or(|side| u32::from(diameter) <= side.max(80) / 4) {
        return None;
    }
    let what = if diameter < 8 { "small" } else { "large" };
    Some(
        rule.finding(format!("badges {diameter} px across are too {what}"))
            .attribute("badge")
            .fix(Fix::guess(
                "Use the default badge size",
                [Edit::Map(MapField::BadgeDiameter(None))],
            )),
    )
}
