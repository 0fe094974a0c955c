#![doc = include_str!("size.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let (width, height) = subject.folder?.image.as_ref()?.size?;
    let (survey, _) = subject.mask()?;
    let (w, h) = survey.regions.size();
    let shape = |w: u32, h: u32| f64::from(w) / f64::from(h.max(1));
    let ratio = shape(width, height) / shape(w, h);
    if (0.99..=1.01).contains(&ratio) {
        return None;
    }
    let file = subject.draft.image.clone().unwrap_or_default();
    Some(
        rule.finding(format!(
            "the image is {width} × {height} pixels, the mask {w} × {h}"
        ))
        .about([Entity::File(file)])
        .attribute("image"),
    )
}
