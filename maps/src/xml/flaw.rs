//! What is wrong with a file, where, and what was expected there.

use std::fmt;
use std::ops::Range;

use super::lines::{Lines, Position};
use super::tree::Span;
use crate::{Severity, limits};

/// Something wrong with a file. Displayed as `line:column: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What sort of thing it is.
    pub kind: Kind,
    /// What is wrong and what was expected, without a full stop. Texts taken from
    /// the file are cut after 40 characters.
    pub message: String,
    /// Bytes of the file it is about; empty where something is missing.
    pub span: Range<usize>,
    /// Where these bytes begin.
    pub position: Position,
}

impl Flaw {
    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// Whether the file is not XML that can be trusted. The draft holds what could
    /// be made out; saving over the file may lose what could not.
    pub fn is_broken(&self) -> bool {
        matches!(
            self.kind,
            Kind::Syntax | Kind::Encoding | Kind::Limit | Kind::NotAMap
        )
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.message)
    }
}

/// What sort of thing can be wrong with a file: as much as a program can go by. The
/// [message](Flaw::message) says the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// It is not well-formed XML.
    Syntax,
    /// It is not written in UTF-8, or says so.
    Encoding,
    /// A document type declaration, or an entity other than XML's own five.
    /// Never processed.
    Doctype,
    /// There is so much of something that the rest is not read.
    Limit,
    /// It holds no `map`.
    NotAMap,
    /// The file was written by a newer version.
    NewerFormat,
    /// An element that the format does not have. Kept as it is.
    Element {
        /// Where it stands.
        parent: &'static str,
        /// What was probably meant.
        suggestion: Option<&'static str>,
    },
    /// An attribute that the format does not have. Kept as it is.
    Attribute {
        /// What was probably meant.
        suggestion: Option<&'static str>,
    },
    /// An element of the format in the wrong place. Kept as it is, not read.
    Misplaced,
    /// Text in an element that has none. Kept as it is.
    StrayText,
    /// An element stands later than the order of the format has it.
    OutOfOrder,
    /// A second one where there can be one. The first counts.
    Twice {
        /// The element, or the attribute whose values have to differ.
        name: &'static str,
    },
    /// Two translations of one name into one language. Both are read.
    LanguageTwice,
    /// An attribute is missing, or its value is not one that it can have. What is
    /// written stays in the file until the author sets that very field.
    Value {
        /// The attribute.
        name: &'static str,
    },
    /// A file's path is not one inside the map's folder.
    Path,
    /// A text is longer than the format allows. Not read.
    TooLong {
        /// What is too long.
        what: &'static str,
    },
    /// More elements of a kind than the format allows. Those beyond are kept,
    /// but not read.
    TooMany,
}

impl Kind {
    /// How much it matters.
    pub fn severity(self) -> Severity {
        match self {
            // A near miss of a word is a slip whose content was meant.
            Self::Element {
                suggestion: None, ..
            }
            | Self::Attribute { suggestion: None }
            | Self::StrayText
            | Self::OutOfOrder => Severity::Info,
            Self::LanguageTwice => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

/// Why something is refused: the kind of flaw and its message.
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
    more: usize,
}

impl Flaws {
    pub(super) fn add(&mut self, span: Span, kind: Kind, message: impl Into<String>) {
        if self.list.len() < limits::MAX_FLAWS {
            self.list.push((span, kind, message.into()));
        } else {
            self.more += 1;
        }
    }

    /// All of them in the order of the file.
    pub(super) fn finish(mut self, text: &str, lines: &Lines) -> Vec<Flaw> {
        self.list.sort_by_key(|(span, ..)| span.start);
        if self.more > 0 {
            let message = format!("{} more problems are not listed", self.more);
            self.list.push((Span::at(text.len()), Kind::Limit, message));
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
