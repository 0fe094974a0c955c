#![doc = include_str!("missing_file.md")]

use crate::rules::file::named::{Named, may_be_mask, named};
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(folder) = subject.folder else {
        return Vec::new();
    };
    let is_there = |file: &str| folder.files.iter().any(|f| f.eq_ignore_ascii_case(file));
    // What the other element names is not what this one lost.
    let is_free = |f: &&String| named(subject).all(|one| !one.file.eq_ignore_ascii_case(f));
    let nearest = |one: &Named<'_>| {
        let lower = one.file.to_lowercase();
        let stem = lower.rsplit_once('.').map_or(&*lower, |(stem, _)| stem);
        let distance = |f: &str| strsim::levenshtein(&f.to_lowercase(), &lower);
        let fits = |f: &&String| one.element != "mask" || may_be_mask(f);
        let files = || folder.files.iter().filter(is_free).filter(fits);
        let near = files().map(|f| (distance(f), f));
        let near = near.filter(|&(distance, f)| distance <= 3 && distance < f.len());
        let contains = || files().find(|f| stem.len() > 2 && f.to_lowercase().contains(stem));
        near.min().map(|(_, f)| f).or_else(contains)
    };
    let missing = named(subject).filter(|one| {
        let picture = match one.element {
            "mask" => &folder.mask,
            _ => &folder.image,
        };
        picture.is_none() && !one.file.is_empty() && !is_there(one.file)
    });
    missing
        .map(|one| {
            let finding = one.finding(rule, "is not in the map's folder");
            finding.fix(nearest(&one).map(|file| {
                let title = format!("Use {file} as the {}", one.element);
                Fix::guess(title, [one.renamed(file)])
            }))
        })
        .collect()
}
