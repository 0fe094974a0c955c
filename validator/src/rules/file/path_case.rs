#![doc = include_str!("path_case.md")]

use crate::rules::file::named::named;
use crate::rules::prelude::*;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let Some(folder) = subject.folder else {
        return Vec::new();
    };
    let on_disk = |file: &str| {
        let exact = folder.files.iter().any(|f| f == file);
        let alike = folder.files.iter().find(|f| f.eq_ignore_ascii_case(file));
        alike.filter(|_| !exact)
    };
    named(subject)
        .filter_map(|one| {
            let file = on_disk(one.file)?;
            let finding = one.finding(rule, &format!("is called `{file}` on disk"));
            Some(finding.fix(Fix::safe(format!("Write {file}"), [one.renamed(file)])))
        })
        .collect()
}
