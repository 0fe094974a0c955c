#![doc = include_str!("merged_colours.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some((survey, _)) = subject.mask() else {
        return Vec::new();
    };
    let merged = survey.regions.merged();
    let Some(&first) = merged.first() else {
        return Vec::new();
    };
    let region = survey.colours.iter().find(|(c, _)| c.colour == first);
    let more = match merged.len() {
        1 => String::new(),
        count => format!(" (and {} more like it)", count - 1),
    };
    let text = format!(
        "several colours of the mask become {} at 8 bits a channel{more}",
        first.rgb()
    );
    vec![
        rule.finding(text)
            .on(subject.mask_site())
            .spot(region.map(|&(_, region)| survey.spot(region))),
    ]
}
