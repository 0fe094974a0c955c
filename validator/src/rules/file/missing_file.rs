#![doc = include_str!("missing_file.md")]

use crate::rules::file::named::named;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(folder) = subject.folder else {
        return Vec::new();
    };
    let is_there = |file: &str| folder.files.iter().any(|f| f.eq_ignore_ascii_case(file));
    let nearest = |file: &str| {
        let lower = file.to_lowercase();
        let distance = |f: &str| strsim::levenshtein(&f.to_lowercase(), &lower);
        let near = folder.files.iter().map(|f| (distance(f), f));
        near.filter(|&(distance, f)| distance <= 3 && distance < f.len())
            .min()
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
            finding.fix(nearest(one.file).map(|(_, file)| {
                let title = format!("Use {file} as the {}", one.element);
                Fix::guess(title, [one.renamed(file)])
            }))
        })
        .collect()
}
