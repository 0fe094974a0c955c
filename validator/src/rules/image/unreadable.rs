#![doc = include_str!("unreadable.md")]

use crate::input::Mask;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let found = of_mask(rule, subject).into_iter();
    found.chain(of_image(rule, subject)).collect()
}

fn of_image(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let image = subject.folder?.image.as_ref()?;
    let file = subject.draft.image.clone().unwrap_or_default();
    let message = match &image.error {
        Some(error) => format!("the image `{file}`: {error}"),
        None if image.size.is_none() => format!("`{file}` is not a picture, or cannot be read"),
        None => return None,
    };
    let finding = rule.finding(message);
    Some(finding.about([Entity::File(file)]).attribute("image"))
}

fn of_mask(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let Mask::Unreadable(error) = subject.mask else {
        return None;
    };
    let finding = rule
        .finding(format!("`{}`: {error}", subject.mask_file()))
        .on(subject.mask_site());
    Some(if error.calls_for_repair() {
        finding.help("`marchland-maps repair` can turn it into a mask")
    } else {
        finding
    })
}
