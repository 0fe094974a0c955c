//! Flaws of a map file.

use std::fmt;
use std::ops::Range;

use super::lines::{Lines, Position};
use super::tree::Span;
use crate::{Severity, limits};

/// Something wrong with a file. Displayed as `line:column: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The kind of flaw.
    pub kind: Kind,
    /// What is wrong and what was expected, without a full stop. Quotations from the file are
    /// truncated to 40 characters.
    pub message: String,
    /// The bytes in question; empty if something is missing.
    pub span: Range<usize>,
    /// Where these bytes begin.
    pub position: Position,
}

impl Flaw {
    /// Its severity.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// Whether the file is not trustworthy XML. The draft holds what could be recovered; saving
    /// over the file may lose the rest.
    pub fn is_broken(&self) -> bool {
        matches!(
            self.kind,
            Kind::Syntax
                | Kind::Encoding
                | Kind::Limit
                | Kind::NotAMap
                | Kind::Unlisted(Severity::Error)
        )
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.message)
    }
}

/// Kinds of flaws, as far as a program needs to distinguish them. The [message](Flaw::message) has
/// the details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It is not well-formed XML.
    Syntax,
    /// It is not written in UTF-8, or declares another encoding.
    Encoding,
    /// A document type declaration, or an entity other than XML's own five. Never processed.
    Doctype,
    /// A limit was exceeded, and the rest is not read.
    Limit,
    /// The file has no `map`.
    NotAMap,
    /// The file was written by a newer version.
    NewerFormat,
    /// An element that is not part of the format. Kept as it is.
    Element {
        /// Its parent element.
        parent: &'static str,
        /// The element that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// An attribute that is not part of the format. Kept as it is.
    Attribute {
        /// The attribute that was probably meant.
        suggestion: Option<&'static str>,
    },
    /// An element of the format in the wrong place. Kept as it is, but not read.
    Misplaced,
    /// Text in an element that should have none. Kept as it is.
    StrayText,
    /// An element that violates the order of the format.
    OutOfOrder,
    /// A repetition of something that may occur once. The first one counts.
    Twice {
        /// The element, or the attribute whose values must differ.
        name: &'static str,
    },
    /// Two translations of one name into the same language. Both are read.
    LanguageTwice,
    /// An attribute is missing or invalid. Its text stays in the file until the author sets that
    /// field.
    Value {
        /// The attribute.
        name: &'static str,
    },
    /// A file name does not stay inside the map's folder.
    Path,
    /// A text is longer than the format allows. Not read.
    TooLong {
        /// The field.
        what: &'static str,
    },
    /// More elements of a kind than the format allows. The excess is kept, but not read.
    TooMany,
    /// The flaws beyond [`limits::MAX_FLAWS`], and the severity of the worst.
    Unlisted(Severity),
}

impl Kind {
    /// Its severity.
    pub fn severity(self) -> Severity {
        match self {
            // A misspelt word was meant to have an effect.
            Self::Element {
                suggestion: None, ..
            }
            | Self::Attribute { suggestion: None }
            | Self::StrayText
            | Self::OutOfOrder => Severity::Info,
            Self::LanguageTwice => Severity::Warning,
            Self::Unlisted(worst) => worst,
            _ => Severity::Error,
        }
    }
}

/// Why a value is refused: the kind of flaw and its message.
pub(super) type Refusal = (Kind, String);

pub(super) fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

/// `a`, `b` or `c`.
pub(super) fn either(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// The first 40 characters of a text from the file, on one line.
pub(super) fn excerpt(text: &str) -> String {
    let mut cut: String = text
        .chars()
        .take(40)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if text.chars().nth(40).is_some() {
        cut.push('…');
    }
    cut
}

/// The flaws found so far, in any order.
#[derive(Debug, Default)]
pub(super) struct Flaws {
    list: Vec<(Span, Kind, String)>,
    /// How many more there are, and the severity of the worst of them.
    unlisted: Option<(usize, Severity)>,
}

impl Flaws {
    pub(super) fn add(&mut self, span: Span, kind: Kind, message: impl Into<String>) {
        if self.list.len() < limits::MAX_FLAWS {
            self.list.push((span, kind, message.into()));
        } else {
            let (more, worst) = self.unlisted.unwrap_or((0, Severity::Info));
            self.unlisted = Some((more + 1, worst.max(kind.severity())));
        }
    }

    /// All flaws in the order of the file.
    pub(super) fn finish(mut self, text: &str, lines: &Lines) -> Vec<Flaw> {
        self.list.sort_by_key(|(span, ..)| span.start);
        if let Some((more, worst)) = self.unlisted {
            let message = match more {
                1 => "1 more problem is not listed".to_owned(),
                more => format!("{more} more problems are not listed"),
            };
            let kind = Kind::Unlisted(worst);
            self.list.push((Span::at(text.len()), kind, message));
        }
        let flaws = self.list.into_iter().map(|(span, kind, message)| Flaw {
            kind,
            message,
            span: span.range(),
            position: lines.position(text, span.start as usize),
        });
        flaws.collect()
    }
}
