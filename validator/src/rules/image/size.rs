#![doc = include_str!("size.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let image = subject
        .folder
        .and_then(|folder| folder.image.as_ref())
        .and_then(|image| image.size);
    let (Some((width, height)), Some((survey, _))) = (image, subject.mask()) else {
        return Vec::new();
    };
    let (w, h) = survey.regions.size();
    let shape = |w: u32, h: u32| f64::from(w) / f64::from(h.max(1));
    let ratio = shape(width, height) / shape(w, h);
    if (0.99..=1.01).contains(&ratio) {
        return Vec::new();
    }
    let file = subject.draft.image.clone().unwrap_or_default();
    vec![
        rule.finding(format!(
            "the image is {width} × {height} pixels, the mask {w} × {h}"
        ))
        .about([Entity::File(file)])
        .attribute("image"),
    ]
}
