//! A colour is declared as background or separator, but not in the mask.
//!
//! Harmless; it may tell of a mask that was repainted.
//!
//! ## How to repair
//!
//! The fix takes the declaration out.

use crate::rules::prelude::*;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    code: "IMG013",
    name: "unused-colour",
    severity: Severity::Info,
    fixable: Fixable::Safe,
    source: include_str!("unused_colour.rs"),
    check,
};

use marchland_maps::mask::Rgba;

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let (Some((survey, _)), Some(mask)) = (subject.mask(), &subject.draft.mask) else {
        return Vec::new();
    };
    let present: HashSet<Rgba> = survey
        .colours
        .iter()
        .map(|(count, _)| count.colour)
        .collect();
    let declared = mask.background.iter().chain(&mask.separator);
    let unused = declared.filter(|&&colour| !present.contains(&Rgba::opaque(colour)));
    unused
        .map(|&colour| {
            let mut new = mask.clone();
            new.background.retain(|&c| c != colour);
            new.separator.retain(|&c| c != colour);
            RULE.finding(format!(
                "the mask has no pixel of the declared colour {colour}"
            ))
            .about([Entity::Colour(colour)])
            .attribute("mask")
            .fix(Fix::safe(
                format!("Take {colour} out"),
                [Edit::Map(MapField::Mask(Some(new)))],
            ))
        })
        .collect()
}
