//! What is wrong with a file, where, and what was expected there.

use std::fmt;
use std::ops::Range;

use super::lines::{Lines, Position};
use super::tree::Span;
use crate::folder::PathError;
use crate::{FORMAT, limits};

/// How much a [`Flaw`] matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file was read as meant; something in it is kept without having a
    /// meaning, or is unusual.
    Notice,
    /// The file says something that the draft does not hold. What is written
    /// stays in the file until the author sets that very field.
    Flaw,
    /// The file is not XML that can be trusted. The draft holds what could be
    /// made out; saving over the file may lose what could not.
    Broken,
}

/// Something wrong with a file. Displayed as `line:column: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// What it is.
    pub cause: Cause,
    /// Bytes of the file it is about; empty where something is missing.
    pub span: Range<usize>,
    /// Where these bytes begin.
    pub position: Position,
}

impl Flaw {
    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.cause.severity()
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.cause)
    }
}

/// What can be wrong with a file.
///
/// Texts taken from the file are cut after 40 characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The file has more than [`MAX_XML_BYTES`](limits::MAX_XML_BYTES).
    #[error("the file has {bytes} bytes; a map file may have {max}", max = limits::MAX_XML_BYTES)]
    TooLarge {
        /// How many it has.
        bytes: u64,
    },
    /// The bytes are not UTF-8.
    #[error("the file is written in {found}; save it as UTF-8")]
    Encoding {
        /// What it seems to be, or says it is.
        found: String,
    },
    /// The XML declaration is not `<?xml version="1.0" encoding="UTF-8"?>` or
    /// a part of it, or not at the very beginning.
    #[error("the XML declaration {0}")]
    Declaration(&'static str),
    /// A character that XML does not allow.
    #[error("the character U+{:04X} is not allowed in XML", u32::from(*.0))]
    Character(char),
    /// A document type declaration. Never processed.
    #[error("document type declarations (DTD) are refused; remove it")]
    Doctype,
    /// A reference to an entity other than XML's own five.
    #[error(
        "the entity `&{0};` is refused; only &lt; &gt; &amp; &quot; &apos; and numbers like &#233; are read"
    )]
    Entity(String),
    /// An `&` that begins no reference.
    #[error("`&` begins no reference here; write `&amp;`")]
    Ampersand,
    /// A number reference to no character that XML allows.
    #[error("`&#{0};` is not a character")]
    CharacterReference(String),
    /// A `<` that begins nothing.
    #[error("`<` begins no tag here; write `&lt;`")]
    LessThan,
    /// A `<?` without a name.
    #[error("a processing instruction needs a name: `<?name ...?>`")]
    NamelessInstruction,
    /// `]]>` in text.
    #[error("`]]>` may not stand in text; write `]]&gt;`")]
    CdataEnd,
    /// `--` in a comment.
    #[error("`--` may not stand in a comment")]
    DoubleHyphen,
    /// A comment, CDATA section, processing instruction or declaration that
    /// does not end.
    #[error("{what} is never closed; `{end}` is missing")]
    Unclosed {
        /// What begins here.
        what: &'static str,
        /// What should end it.
        end: &'static str,
    },
    /// A tag without `>`.
    #[error("the tag `<{0}` is never closed; `>` is missing")]
    UnclosedTag(String),
    /// Something in a tag that is not an attribute.
    #[error("`{0}` is not an attribute; an attribute is written name=\"value\"")]
    NoAttribute(String),
    /// An attribute without a value.
    #[error("the attribute `{0}` has no value; an attribute is written name=\"value\"")]
    NoValue(String),
    /// A value without quotes.
    #[error("the value of `{0}` must stand in quotes")]
    Unquoted(String),
    /// A value whose closing quote is missing.
    #[error("the value of `{0}` lacks its closing quote")]
    UnclosedValue(String),
    /// Nothing between two attributes.
    #[error("a space is missing before `{0}`")]
    NoSpace(String),
    /// Two attributes of one name in one tag.
    #[error("the attribute `{0}` is given twice")]
    AttributeTwice(String),
    /// More attributes in one tag than [`MAX_ATTRIBUTES`](limits::MAX_ATTRIBUTES).
    #[error("a tag may have {max} attributes", max = limits::MAX_ATTRIBUTES)]
    TooManyAttributes,
    /// An element without its end tag.
    #[error("`<{name}>` has no end tag; `</{name}>` is missing before line {before}")]
    NoEndTag {
        /// The element.
        name: String,
        /// The line before which it should have ended.
        before: u32,
    },
    /// An end tag without its element.
    #[error("`</{0}>` ends nothing that is open")]
    StrayEndTag(String),
    /// An end tag that is nearly that of the innermost element. Taken for it.
    #[error("`</{found}>` ends nothing that is open; `</{expected}>` was expected")]
    WrongEndTag {
        /// What stands there.
        found: String,
        /// What should stand there.
        expected: String,
    },
    /// Elements within elements beyond [`MAX_DEPTH`](limits::MAX_DEPTH). The
    /// rest of the file is not read.
    #[error("elements may be {max} deep; the rest of the file is not read", max = limits::MAX_DEPTH)]
    TooDeep,
    /// More elements than [`MAX_ELEMENTS`](limits::MAX_ELEMENTS). The rest of
    /// the file is not read.
    #[error("a file may have {max} elements; the rest of it is not read", max = limits::MAX_ELEMENTS)]
    TooManyElements,
    /// Text before or after the root element.
    #[error("no text may stand outside `<map>`")]
    TextOutside,
    /// An element after the root element.
    #[error("a file has one `<map>`; this stands behind its end")]
    SecondRoot,
    /// No element at all.
    #[error("the file holds no `<map>`")]
    NoRoot,
    /// The root is another element.
    #[error("this is not a map: the file begins with `<{found}>`, but `<map>` was expected")]
    NotAMap {
        /// The root's name.
        found: String,
    },
    /// The file was written by a newer version.
    #[error("the file has format {found}; this version reads format {FORMAT} and older")]
    NewerFormat {
        /// What it says.
        found: u16,
    },
    /// An element that the format does not have. Kept as it is.
    #[error("unknown element `{name}` in `{parent}`{}", did_you_mean(*.suggestion))]
    UnknownElement {
        /// Its name.
        name: String,
        /// Where it stands.
        parent: &'static str,
        /// What was probably meant.
        suggestion: Option<&'static str>,
    },
    /// An element of the format in the wrong place. Kept as it is, not read.
    #[error("`{name}` does not belong in `{parent}`, but in {}", either(.homes))]
    Misplaced {
        /// Its name.
        name: String,
        /// Where it stands.
        parent: &'static str,
        /// Where it may stand.
        homes: Vec<&'static str>,
    },
    /// An attribute that the format does not have. Kept as it is.
    #[error("unknown attribute `{name}` of `{element}`{}", did_you_mean(*.suggestion))]
    UnknownAttribute {
        /// Its name.
        name: String,
        /// Whose it is.
        element: &'static str,
        /// What was probably meant.
        suggestion: Option<&'static str>,
    },
    /// Text in an element that has none. Kept as it is.
    #[error("`{0}` holds no text; this is kept, but has no meaning")]
    StrayText(&'static str),
    /// An element stands later than the order of the format has it.
    #[error("`{name}` stands after `{after}`; the order is {}", .order.join(", "))]
    OutOfOrder {
        /// What comes too late.
        name: &'static str,
        /// What it should precede.
        after: &'static str,
        /// The order of the children.
        order: Vec<&'static str>,
    },
    /// A second element where there can be one. The first counts.
    #[error("`{name}` is given twice in `{parent}`; the first one counts")]
    ElementTwice {
        /// Its name.
        name: &'static str,
        /// Where it stands.
        parent: &'static str,
    },
    /// Two translations of one name into one language.
    #[error("the name is given in `{0}` twice")]
    LanguageTwice(String),
    /// Two set-ups for one number of players. The first counts.
    #[error("the units for {0} players are given twice; the first count")]
    PlayersTwice(u32),
    /// An element lacks an attribute without which it says nothing. Kept as
    /// it is, not read.
    #[error("`{element}` lacks the attribute `{name}`")]
    MissingAttribute {
        /// Whose it is.
        element: &'static str,
        /// Which one.
        name: &'static str,
    },
    /// A value is not a whole number in its range.
    #[error("`{name}` is a whole number from {min} to {max}, but here it is `{value}`")]
    Number {
        /// The attribute.
        name: &'static str,
        /// What stands there.
        value: String,
        /// The smallest it may be.
        min: u32,
        /// The largest it may be.
        max: u32,
    },
    /// A value is not a colour.
    #[error("`{name}` is a colour like #A03020, but here it is `{value}`")]
    Colour {
        /// The attribute.
        name: &'static str,
        /// What stands there.
        value: String,
    },
    /// A value is none of those there are.
    #[error("`{name}` is {}, but here it is `{value}`{}", either(.choices), did_you_mean(*.suggestion))]
    Choice {
        /// The attribute.
        name: &'static str,
        /// What stands there.
        value: String,
        /// What may stand there.
        choices: &'static [&'static str],
        /// What was probably meant.
        suggestion: Option<&'static str>,
    },
    /// A language is not a BCP 47 tag.
    #[error("`lang` is a language tag like cs or pt-BR, but here it is `{0}`")]
    Language(String),
    /// A file's path is not one inside the map's folder.
    #[error("the file `{file}` is refused: {reason}")]
    Path {
        /// What stands there.
        file: String,
        /// Why it is refused.
        reason: PathError,
    },
    /// A text is longer than the format allows.
    #[error("the {what} has {chars} characters; at most {max} are read")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// How long it is.
        chars: usize,
        /// How long it may be.
        max: usize,
    },
    /// More elements of a kind than the format allows. Those beyond are kept,
    /// but not read.
    #[error("`{parent}` may hold {max} of `{name}`; the rest are not read")]
    TooMany {
        /// The elements.
        name: &'static str,
        /// Where they stand.
        parent: &'static str,
        /// How many there may be.
        max: usize,
    },
    /// There are more flaws than [`MAX_FLAWS`](limits::MAX_FLAWS).
    #[error("{0} more problems are not listed")]
    More(usize),
}

impl Cause {
    /// How much it matters.
    pub fn severity(&self) -> Severity {
        match self {
            Self::TooLarge { .. }
            | Self::Encoding { .. }
            | Self::Declaration(_)
            | Self::Character(_)
            | Self::Ampersand
            | Self::CharacterReference(_)
            | Self::LessThan
            | Self::NamelessInstruction
            | Self::CdataEnd
            | Self::DoubleHyphen
            | Self::Unclosed { .. }
            | Self::UnclosedTag(_)
            | Self::NoAttribute(_)
            | Self::NoValue(_)
            | Self::Unquoted(_)
            | Self::UnclosedValue(_)
            | Self::NoSpace(_)
            | Self::AttributeTwice(_)
            | Self::TooManyAttributes
            | Self::NoEndTag { .. }
            | Self::StrayEndTag(_)
            | Self::WrongEndTag { .. }
            | Self::TooDeep
            | Self::TooManyElements
            | Self::TextOutside
            | Self::SecondRoot
            | Self::NoRoot
            | Self::NotAMap { .. }
            | Self::More(_) => Severity::Broken,
            // A near miss of a word is a slip whose content was meant.
            Self::UnknownElement { suggestion, .. } | Self::UnknownAttribute { suggestion, .. } => {
                if suggestion.is_some() {
                    Severity::Flaw
                } else {
                    Severity::Notice
                }
            }
            Self::StrayText(_) | Self::OutOfOrder { .. } | Self::LanguageTwice(_) => {
                Severity::Notice
            }
            Self::Doctype
            | Self::Entity(_)
            | Self::NewerFormat { .. }
            | Self::Misplaced { .. }
            | Self::ElementTwice { .. }
            | Self::PlayersTwice(_)
            | Self::MissingAttribute { .. }
            | Self::Number { .. }
            | Self::Colour { .. }
            | Self::Choice { .. }
            | Self::Language(_)
            | Self::Path { .. }
            | Self::TooLong { .. }
            | Self::TooMany { .. } => Severity::Flaw,
        }
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

/// `a`, `b` or `c`.
fn either(words: &[&str]) -> String {
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
    list: Vec<(Span, Cause)>,
    more: usize,
}

impl Flaws {
    pub(super) fn add(&mut self, span: Span, cause: Cause) {
        if self.list.len() < limits::MAX_FLAWS {
            self.list.push((span, cause));
        } else {
            self.more += 1;
        }
    }

    /// All of them in the order of the file.
    pub(super) fn finish(mut self, text: &str, lines: &Lines) -> Vec<Flaw> {
        self.list.sort_by_key(|(span, _)| span.start);
        if self.more > 0 {
            self.list
                .push((Span::at(text.len()), Cause::More(self.more)));
        }
        let flaws = self.list.into_iter().map(|(span, cause)| Flaw {
            cause,
            span: span.range(),
            position: lines.position(text, span.start as usize),
        });
        flaws.collect()
    }
}
