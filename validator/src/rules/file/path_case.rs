#![doc = include_str!("path_case.md")]

use crate::rules::prelude::*;
use marchland_maps::MaskFile;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(folder) = subject.folder else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    let on_disk = |file: &str| {
        let exact = folder.files.iter().any(|f| f == file);
        let alike = folder.files.iter().find(|f| f.eq_ignore_ascii_case(file));
        alike.filter(|_| !exact)
    };
    if let Some((mask, file)) = subject
        .draft
        .mask
        .as_ref()
        .and_then(|mask| Some((mask, on_disk(&mask.file)?)))
    {
        let new = MaskFile {
            file: file.clone(),
            ..mask.clone()
        };
        findings.push(
            rule.finding(format!("the mask `{}` is `{file}` on disk", mask.file))
                .about([Entity::File(mask.file.clone())])
                .attribute("mask")
                .fix(Fix::safe(
                    format!("Write {file}"),
                    [Edit::Map(MapField::Mask(Some(new)))],
                )),
        );
    }
    if let Some((image, file)) = subject
        .draft
        .image
        .as_ref()
        .and_then(|image| Some((image, on_disk(image)?)))
    {
        findings.push(
            rule.finding(format!("the image `{image}` is `{file}` on disk"))
                .about([Entity::File(image.clone())])
                .attribute("image")
                .fix(Fix::safe(
                    format!("Write {file}"),
                    [Edit::Map(MapField::Image(Some(file.clone())))],
                )),
        );
    }
    findings
}
