//! Which rule speaks of which flaw of the XML.

use marchland_maps::xml::{Cause, Flaw};

use crate::diagnostic::{Entity, Finding};
use crate::input::Text;
use crate::rule::Rule;
use crate::subject::Subject;

/// The code under which a flaw is reported.
pub(crate) fn code(cause: &Cause) -> &'static str {
    match cause {
        Cause::Declaration(_)
        | Cause::Character(_)
        | Cause::Ampersand
        | Cause::CharacterReference(_)
        | Cause::LessThan
        | Cause::CdataEnd
        | Cause::DoubleHyphen
        | Cause::Unclosed { .. }
        | Cause::UnclosedTag(_)
        | Cause::NoAttribute(_)
        | Cause::NoValue(_)
        | Cause::Unquoted(_)
        | Cause::UnclosedValue(_)
        | Cause::NoSpace(_)
        | Cause::AttributeTwice(_)
        | Cause::NoEndTag { .. }
        | Cause::StrayEndTag(_)
        | Cause::WrongEndTag { .. }
        | Cause::NamelessInstruction
        | Cause::TextOutside
        | Cause::SecondRoot => "XML001",
        Cause::UnknownElement {
            suggestion: Some(_),
            ..
        }
        | Cause::UnknownAttribute {
            suggestion: Some(_),
            ..
        } => "XML002",
        Cause::Path { .. } => "XML004",
        Cause::NewerFormat { .. } => "XML005",
        Cause::Encoding { .. } => "XML006",
        Cause::Doctype | Cause::Entity(_) => "XML007",
        Cause::UnknownElement {
            suggestion: None, ..
        }
        | Cause::UnknownAttribute {
            suggestion: None, ..
        } => "XML009",
        Cause::MissingAttribute { .. }
        | Cause::Number { .. }
        | Cause::Colour { .. }
        | Cause::Choice { .. }
        | Cause::Language(_) => "XML010",
        Cause::TooLarge { .. }
        | Cause::TooManyAttributes
        | Cause::TooDeep
        | Cause::TooManyElements
        | Cause::TooLong { .. }
        | Cause::TooMany { .. }
        | Cause::More(_) => "XML011",
        Cause::Misplaced { .. } => "XML012",
        Cause::ElementTwice { .. } | Cause::PlayersTwice(_) => "XML013",
        Cause::OutOfOrder { .. } => "XML014",
        Cause::StrayText(_) => "XML015",
        Cause::NoRoot | Cause::NotAMap { .. } => "XML016",
        // The draft holds both translations, and the rule has a fix.
        Cause::LanguageTwice(_) => "TER009",
    }
}

/// The flaws of which `rule` speaks.
pub(crate) fn of(rule: &'static Rule, subject: &Subject<'_>) -> Vec<Finding> {
    let text = subject.text.into_iter();
    text.flat_map(|text| findings(text, rule).map(|(_, finding)| finding))
        .collect()
}

/// The flaws of which `rule` speaks, each with its finding.
pub(crate) fn findings<'a>(
    text: &'a Text,
    rule: &'static Rule,
) -> impl Iterator<Item = (&'a Flaw, Finding)> {
    let flaws = text.flaws().iter();
    flaws
        .filter(|flaw| code(&flaw.cause) == rule.code)
        .map(|flaw| {
            let message = flaw.cause.to_string();
            let finding = rule
                .finding(message.clone())
                .about([Entity::Detail(message)])
                .span(Some(text.span(flaw.span.clone())));
            (flaw, finding)
        })
}
