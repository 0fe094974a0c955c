#![doc = include_str!("unused_colour.md")]

use crate::rules::prelude::*;
use std::collections::HashSet;

use marchland_maps::mask::Rgba;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let (Some((survey, _)), Some(mask)) = (subject.mask(), &subject.draft.mask) else {
        return Vec::new();
    };
    let present: HashSet<Rgba> = survey
        .colours
        .iter()
        .map(|(count, _)| count.colour)
        .collect();
    let unused = mask
        .no_land()
        .filter(|&colour| !present.contains(&Rgba::opaque(colour)));
    unused
        .map(|colour| {
            let mut new = mask.clone();
            new.background.retain(|&c| c != colour);
            new.separator.retain(|&c| c != colour);
            rule.finding(format!(
                "no pixel of the mask has the declared colour {colour}"
            ))
            .about([Entity::Colour(colour)])
            .attribute("mask")
            .fix(Fix::safe(
                format!("Remove {colour}"),
                [Edit::Map(MapField::Mask(Some(new)))],
            ))
        })
        .collect()
}
