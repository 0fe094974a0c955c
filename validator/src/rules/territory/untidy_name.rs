//! A name has spaces too many, or characters that nobody sees.
//!
//! Blanks at the ends, two in a row, line ends, control characters, zero-width
//! characters and marks that change the direction of writing: they upset sorting
//! and searching and look wrong in the log.
//!
//! ## How to repair
//!
//! The fix keeps the visible characters with single spaces between words.

use crate::rules::prelude::*;
use crate::rules::territory::names::tidy;

pub(crate) static RULE: Rule = Rule {
    code: "TER004",
    name: "untidy-name",
    severity: Severity::Warning,
    fixable: Fixable::Safe,
    source: include_str!("untidy_name.rs"),
    check,
};

fn check(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, territory) in subject.territories() {
        let Some(text) = territory.name.text.as_deref() else {
            continue;
        };
        let Some(better) = tidy(text) else { continue };
        findings.push(
            RULE.finding(format!(
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
            RULE.finding(format!(
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
            RULE.finding(format!(
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
