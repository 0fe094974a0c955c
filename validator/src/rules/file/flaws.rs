//! Flaws of the XML as findings: the rule of each flaw.

use marchland_maps::xml::{Flaw, Kind};

use crate::diagnostic::{Entity, Finding};
use crate::input::Text;
use crate::rule::Rule;
use crate::subject::Subject;

/// The code of the rule for a flaw.
pub(crate) fn code(kind: Kind) -> &'static str {
    match kind {
        Kind::Syntax => "XML001",
        Kind::Element { suggestion, .. } | Kind::Attribute { suggestion } => {
            suggestion.map_or("XML009", |_| "XML002")
        }
        Kind::Path => "XML004",
        Kind::NewerFormat => "XML005",
        Kind::Encoding => "XML006",
        Kind::Doctype => "XML007",
        Kind::Value { .. } => "XML010",
        Kind::Limit | Kind::TooLong { .. } | Kind::TooMany | Kind::Unlisted(_) => "XML011",
        Kind::Misplaced => "XML012",
        Kind::Twice { .. } => "XML013",
        Kind::OutOfOrder => "XML014",
        Kind::StrayText => "XML015",
        Kind::NotAMap => "XML016",
        // Not reported here: that rule finds both translations in the draft.
        Kind::LanguageTwice => "TER009",
    }
}

/// The findings of `rule`.
pub(crate) fn of(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let text = subject.text.into_iter();
    text.flat_map(|text| findings(text, rule).map(|(_, finding)| finding))
        .collect()
}

/// The flaws for `rule` with their findings.
pub(crate) fn findings<'a>(
    text: &'a Text,
    rule: &'static Rule,
) -> impl Iterator<Item = (&'a Flaw, Finding)> {
    let flaws = text.flaws().iter();
    flaws
        .filter(|flaw| code(flaw.kind) == rule.code)
        .map(|flaw| {
            let message = flaw.message.clone();
            let finding = rule
                .finding(message.clone())
                .severity(flaw.severity())
                .about([Entity::Detail(message)])
                .span(Some(text.span(flaw.span.clone())));
            (flaw, finding)
        })
}
