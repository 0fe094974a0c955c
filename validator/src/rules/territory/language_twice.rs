#![doc = include_str!("language_twice.md")]

use crate::rule::Safety;
use crate::rules::prelude::*;
use crate::rules::territory::owners::Owner;
use marchland_maps::Names;

/// The index of a translation whose language an earlier one has, and whether both texts
/// are the same.
fn doubled(names: &Names) -> Option<(usize, bool)> {
    let list = &names.translations;
    (1..list.len()).find_map(|at| {
        let mut earlier = list[..at].iter();
        let first = earlier.find(|t| t.lang.eq_ignore_ascii_case(&list[at].lang))?;
        Some((at, first.text == list[at].text))
    })
}

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    Owner::all(subject)
        .filter_map(|owner| {
            let names = owner.names(subject);
            let (at, same) = doubled(names)?;
            let item = names.translations[at].clone();
            let lang = item.lang.clone();
            let title = format!("Remove the second {lang} name “{}”", item.text);
            let edits = [owner.translate(subject, ListChange::Remove { at, item })];
            let finding = rule
                .finding(format!("{} has two names in {lang}", owner.label(subject)))
                .on(owner.site(subject))
                .about([Entity::Detail(lang)]);
            let safety = if same { Safety::Safe } else { Safety::Unsafe };
            Some(finding.fix(Fix::new(safety, title, edits)))
        })
        .collect()
}
