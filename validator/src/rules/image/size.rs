#![doc = include_str!("size.md")]

use marchland_maps::picture::{fitting, is_same_shape};

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let image = subject.folder?.image.as_ref()?.size?;
    let (survey, _) = subject.mask()?;
    let mask = survey.regions.size();
    if is_same_shape(image, mask) {
        return None;
    }
    let file = subject.draft.image.clone().unwrap_or_default();
    let ((width, height), (w, h), (_, fit)) = (image, mask, fitting(image, mask));
    Some(
        rule.finding(format!(
            "the image, {width} × {height} pixels, and the mask, {w} × {h}, have different \
             proportions"
        ))
        .help(if width == w {
            format!("export the image at {w} × {h} pixels, or scaled evenly")
        } else {
            format!(
                "export the image at {w} × {h} pixels, or scaled evenly, such as {width} × {fit}"
            )
        })
        .about([Entity::File(file)])
        .attribute("image"),
    )
}
