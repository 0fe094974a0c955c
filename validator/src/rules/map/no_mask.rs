//! The map names no mask.
//!
//! The mask says which pixels are which territory; without it nothing can be
//! clicked or drawn.
//!
//! ## How to repair
//!
//! Write `<mask file="mask.png">`. If the folder holds a picture whose name speaks
//! of a mask, the fix takes that.

use crate::rules::prelude::*;
use marchland_maps::MaskFile;

pub(crate) static RULE: Rule = Rule {
    code: "MAP003",
    name: "no-mask",
    severity: Severity::Error,
    fixable: Fixable::Unsafe,
    source: include_str!("no_mask.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
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
    vec![RULE.finding("the map names no mask").fix(named.map(|file| {
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
