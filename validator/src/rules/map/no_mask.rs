#![doc = include_str!("no_mask.md")]

use crate::rules::prelude::*;
use marchland_maps::MaskFile;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    if subject.draft.mask.is_some() {
        return Vec::new();
    }
    let mut files = subject.folder.iter().flat_map(|folder| &folder.files);
    let named = files.find(|file| {
        let lower = file.to_lowercase();
        lower.contains("mask")
            && [".png", ".gif", ".bmp"]
                .iter()
                .any(|end| lower.ends_with(end))
    });
    vec![rule.finding("the map names no mask").fix(named.map(|file| {
        let mask = MaskFile {
            file: file.clone(),
            ..MaskFile::default()
        };
        Fix::guess(
            format!("Take {file} as the mask"),
            [Edit::Map(MapField::Mask(Some(mask)))],
        )
    }))]
}
