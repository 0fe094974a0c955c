#![doc = include_str!("merged_colours.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let (survey, _) = subject.mask()?;
    let merged = survey.regions.merged();
    let &first = merged.first()?;
    let region = survey.colours.iter().find(|(c, _)| c.colour == first);
    let more = match merged.len() {
        1 => String::new(),
        count => format!(" (and {} more like it)", count - 1),
    };
    let text = format!(
        "several colours of the mask become {} at 8 bits a channel{more}",
        first.rgb()
    );
    Some(
        rule.finding(text)
            .on(subject.mask_site())
            .spot(region.map(|&(_, region)| survey.spot(region))),
    )
}
