#![doc = include_str!("untidy_name.md")]

use crate::rules::prelude::*;
use crate::rules::territory::names::tidy;

pub(crate) fn check(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(text) = territory.name.text.as_deref() else {
            continue;
        };
        let Some(better) = tidy(text) else { continue };
        findings.push(
            rule.finding(format!(
                "the name {text:?} has spaces or invisible characters too many"
            ))
            .about([subject.entity(at)])
            .at(subject.place(at))
            .spot(subject.spot(at))
            .fix(Fix::safe(
                format!("Write “{better}”"),
                [Edit::Territory(
                    territory.key,
                    TerritoryField::Name(Some(better)),
                )],
            )),
        );
    }
    for (at, continent) in subject.continents() {
        let Some(text) = continent.name.text.as_deref() else {
            continue;
        };
        let Some(better) = tidy(text) else { continue };
        findings.push(
            rule.finding(format!(
                "the name {text:?} has spaces or invisible characters too many"
            ))
            .about([subject.continent_entity(at)])
            .at(subject.continent_place(at))
            .fix(Fix::safe(
                format!("Write “{better}”"),
                [Edit::Continent(
                    continent.key,
                    ContinentField::Name(Some(better)),
                )],
            )),
        );
    }
    if let Some((text, better)) = subject
        .draft
        .name
        .text
        .as_deref()
        .and_then(|text| Some((text, tidy(text)?)))
    {
        findings.push(
            rule.finding(format!(
                "the map's name {text:?} has spaces or invisible characters too many"
            ))
            .about([Entity::Map])
            .fix(Fix::safe(
                format!("Write “{better}”"),
                [Edit::Map(MapField::Name(Some(better)))],
            )),
        );
    }
    findings
}
