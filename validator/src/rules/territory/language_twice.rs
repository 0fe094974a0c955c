#![doc = include_str!("language_twice.md")]

use crate::rules::prelude::*;
use marchland_maps::Names;

/// Index of a translation into a language that an earlier one has, and whether
/// both say the same.
fn doubled(names: &Names) -> Option<(usize, bool)> {
    let list = &names.translations;
    (1..list.len()).find_map(|at| {
        let mut earlier = list[..at].iter();
        let first = earlier.find(|t| t.lang.eq_ignore_ascii_case(&list[at].lang))?;
        Some((at, first.text == list[at].text))
    })
}

fn fix(
    names: &Names,
    at: usize,
    same: bool,
    edit: impl Fn(ListChange<marchland_maps::Translation>) -> Edit,
) -> Fix {
    let item = names.translations[at].clone();
    let title = format!("Take the second {} name “{}” out", item.lang, item.text);
    let edits = [edit(ListChange::Remove { at, item })];
    if same {
        Fix::safe(title, edits)
    } else {
        Fix::guess(title, edits)
    }
}

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        if let Some((index, same)) = doubled(&territory.name) {
            let lang = territory.name.translations[index].lang.clone();
            findings.push(
                rule.finding(format!("{} has two names in {lang}", subject.name(at)))
                    .about([subject.entity(at), Entity::Detail(lang)])
                    .at(subject.place(at))
                    .fix(fix(&territory.name, index, same, |c| {
                        Edit::TerritoryTranslations(territory.key, c)
                    })),
            );
        }
    }
    for (at, continent) in subject.continents() {
        if let Some((index, same)) = doubled(&continent.name) {
            let lang = continent.name.translations[index].lang.clone();
            findings.push(
                rule.finding(format!(
                    "{} has two names in {lang}",
                    subject.continent_name(at)
                ))
                .about([subject.continent_entity(at), Entity::Detail(lang)])
                .at(subject.continent_place(at))
                .fix(fix(&continent.name, index, same, |c| {
                    Edit::ContinentTranslations(continent.key, c)
                })),
            );
        }
    }
    if let Some((index, same)) = doubled(&subject.draft.name) {
        let lang = subject.draft.name.translations[index].lang.clone();
        findings.push(
            rule.finding(format!("the map has two names in {lang}"))
                .about([Entity::Map, Entity::Detail(lang)])
                .fix(fix(&subject.draft.name, index, same, Edit::MapTranslations)),
        );
    }
    findings
}
