#![doc = include_str!("same_file.md")]

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    if !subject.folder?.image_is_mask {
        return None;
    }
    let file = subject.draft.image.clone().unwrap_or_default();
    let mask = subject.mask_file();
    let message = if file == mask {
        format!("the image `{file}` is also the mask")
    } else {
        format!("the image `{file}` and the mask `{mask}` are the same file")
    };
    Some(
        rule.finding(message)
            .help("give the map an image of its own, or remove the element `image`")
            .about([Entity::File(file)])
            .attribute("image"),
    )
}
