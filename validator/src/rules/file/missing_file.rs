#![doc = include_str!("missing_file.md")]

use crate::rules::prelude::*;
use marchland_maps::MaskFile;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(folder) = subject.folder else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let absent =
        |file: &str| !file.is_empty() && !folder.files.iter().any(|f| f.eq_ignore_ascii_case(file));
    let nearest = |file: &str| {
        let near = folder.files.iter().map(|f| {
            (
                strsim::levenshtein(&f.to_lowercase(), &file.to_lowercase()),
                f,
            )
        });
        near.filter(|&(distance, f)| distance <= 3 && distance < f.len())
            .min()
    };
    if let Some(mask) = subject
        .draft
        .mask
        .as_ref()
        .filter(|mask| folder.mask.is_none() && absent(&mask.file))
    {
        findings.push(
            rule.finding(format!(
                "the mask `{}` is not in the map's folder",
                mask.file
            ))
            .about([Entity::File(mask.file.clone())])
            .attribute("mask")
            .fix(nearest(&mask.file).map(|(_, file)| {
                let new = MaskFile {
                    file: file.clone(),
                    ..mask.clone()
                };
                Fix::guess(
                    format!("Take {file} as the mask"),
                    [Edit::Map(MapField::Mask(Some(new)))],
                )
            })),
        );
    }
    if let Some(image) = subject
        .draft
        .image
        .as_ref()
        .filter(|image| folder.image.is_none() && absent(image))
    {
        findings.push(
            rule.finding(format!("the image `{image}` is not in the map's folder"))
                .about([Entity::File(image.clone())])
                .attribute("image")
                .fix(nearest(image).map(|(_, file)| {
                    Fix::guess(
                        format!("Take {file} as the image"),
                        [Edit::Map(MapField::Image(Some(file.clone())))],
                    )
                })),
        );
    }
    findings
}
