#![doc = include_str!("old_picture.md")]

use marchland_maps::picture::{Drawing, Plan};

use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Option<Finding> {
    let folder = subject.folder.filter(|folder| !folder.image_is_mask)?;
    let drawn_from = folder.image.as_ref()?.drawn_from?;
    let (survey, _) = subject.mask()?;
    let plan = Plan::new(subject.draft, &survey.regions);
    let now = Drawing::new(subject.draft, &plan).origin();
    if now == drawn_from {
        return None;
    }
    let file = subject.draft.image.clone().unwrap_or_default();
    let message = if now.has_land_of(&drawn_from) {
        format!("continents, colours or sea links have changed since the image `{file}` was drawn")
    } else {
        format!("the mask has changed since the image `{file}` was drawn")
    };
    Some(
        rule.finding(message)
            .help(format!(
                "save the map in the editor, or run `marchland-maps render FOLDER --layer drawn -o \
                 FOLDER/{file} --force`"
            ))
            .about([Entity::File(file)])
            .attribute("image"),
    )
}
