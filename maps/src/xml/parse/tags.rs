//! Parses start tags, well formed or not.

use super::{LESS_THAN, Open, Parser, no_attribute, unclosed_tag};
use crate::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS};
use crate::xml::characters::{is_blank, is_name, is_name_start};
use crate::xml::flaw::{Kind, excerpt};
use crate::xml::tree::{Attribute, Span};

/// The most unclosed start tags for which the rest of the file is searched for an end tag; a file
/// with more is beyond good guesses.
const MAX_GUESSES: usize = 16;

/// Which ASCII characters may occur in a name.
static NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        table[byte as usize] =
            byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-' | b'.');
        byte += 1;
    }
    table
};

impl Parser<'_> {
    pub(super) fn skip_blanks(&mut self) -> bool {
        let rest = self.rest().as_bytes();
        let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
        self.at += blanks;
        blanks > 0
    }

    /// Parses a name; empty if none begins here.
    pub(super) fn name(&mut self) -> Span {
        let rest = self.rest();
        // Nearly all names are ASCII; other characters need the full table.
        let plain = |&byte: &u8| NAME[usize::from(byte)];
        let ascii = rest.bytes().take_while(plain).count();
        let length = if !rest.starts_with(is_name_start) {
            0
        } else if rest.as_bytes().get(ascii).is_none_or(u8::is_ascii) {
            ascii
        } else {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        };
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        span
    }

    pub(super) fn start_tag(&mut self) -> bool {
        let start = self.at;
        if self.tree.len() >= MAX_ELEMENTS {
            let message =
                format!("a file may have {MAX_ELEMENTS} elements; the rest of it is not read");
            return self.stop(start, message);
        }
        if self.open.len() >= MAX_DEPTH {
            let message =
                format!("elements may be {MAX_DEPTH} deep; the rest of the file is not read");
            return self.stop(start, message);
        }
        self.at += 1;
        let name = self.name();
        self.attributes.clear();
        let (closed, self_closing) = self.inside_of_tag(start, name);
        self.one_of_each();

        let parent = self.open.last().map(|open| (open.id, open.last_child));
        if parent.is_none() && self.tree.root().is_some() {
            self.flaw(
                start,
                name.end as usize,
                "a file has one `<map>`; this stands behind its end",
            );
            // The rest is passed over, so that this is reported once.
            if !self_closing {
                self.at = self.text.len();
            }
            return true;
        }
        let id = self.tree.add(
            parent.map(|(parent, _)| parent),
            parent.and_then(|(_, last)| last),
            name,
            Span::new(start, self.at),
            &self.attributes,
        );
        if let Some(open) = self.open.last_mut() {
            open.last_child = Some(id);
        }
        self.tree.get_mut(id).self_closing = self_closing && closed;
        if !self_closing {
            self.open.push(Open {
                id,
                last_child: None,
                forgiven: !closed,
            });
        }
        true
    }

    /// Reports a limit reached at `start`; returns whether to continue, which is never.
    fn stop(&mut self, start: usize, message: String) -> bool {
        let span = Span::new(start, start + 1);
        self.flaws.add(span, Kind::Limit, message);
        false
    }

    /// Parses attributes up to `>`. Returns whether that was found, and whether the element is
    /// self-closing.
    fn inside_of_tag(&mut self, start: usize, name: Span) -> (bool, bool) {
        loop {
            let spaced = self.skip_blanks();
            let rest = self.rest();
            if rest.starts_with("/>") {
                self.at += 2;
                return (true, true);
            }
            if rest.starts_with('>') {
                self.at += 1;
                return (true, false);
            }
            if rest.is_empty() || rest.starts_with('<') {
                // The tag ends with its last token.
                let inside = &self.text[start..self.at];
                self.at = start + inside.trim_end().len();
                let message = unclosed_tag("", name.of(self.text));
                self.flaw(start, name.end as usize, message);
                return (false, self.guess_self_closing(name));
            }
            if let Some(attribute) = self.attribute(spaced) {
                if self.attributes.len() < MAX_ATTRIBUTES {
                    self.attributes.push(attribute);
                } else if self.attributes.len() == MAX_ATTRIBUTES {
                    let whole = attribute.whole;
                    let message = format!("a tag may have {MAX_ATTRIBUTES} attributes");
                    self.flaws.add(whole, Kind::Limit, message);
                    // Marks that this has been reported.
                    self.attributes.push(Attribute {
                        sound: false,
                        ..attribute
                    });
                }
            }
        }
    }

    /// Guesses whether a tag without `>` was meant to be self-closing: it was, unless an end tag of
    /// that name follows.
    fn guess_self_closing(&mut self, name: Span) -> bool {
        self.guesses += 1;
        if self.guesses > MAX_GUESSES {
            return true;
        }
        let end_tag = format!("</{}", name.of(self.text));
        let opening = format!("<{}", name.of(self.text));
        let rest = self.rest();
        let Some(end) = rest.find(&end_tag) else {
            return true;
        };
        // An end tag after another element of that name belongs to that one.
        rest.find(&opening).is_some_and(|other| other < end)
    }

    /// Parses an attribute, or skips what is not one. Always advances.
    pub(super) fn attribute(&mut self, spaced: bool) -> Option<Attribute> {
        let start = self.at;
        let name = self.name();
        if name.start == name.end {
            let rest = self.rest();
            let stray = rest
                .char_indices()
                .skip(1)
                .find(|&(at, c)| {
                    matches!(c, ' ' | '\t' | '\n' | '\r' | '>' | '<')
                        || rest[at..].starts_with("/>")
                })
                .map_or(rest.len(), |(at, _)| at);
            self.at += stray;
            self.flaw(start, self.at, no_attribute(&rest[..stray]));
            return None;
        }
        let word = || excerpt(name.of(self.text));
        if !spaced {
            let message = format!("a space is missing before `{}`", word());
            self.flaw(start, name.end as usize, message);
        }
        self.skip_blanks();
        if !self.rest().starts_with('=') {
            self.at = name.end as usize;
            self.flaw(start, self.at, no_value(&word()));
            return None;
        }
        self.at += 1;
        self.skip_blanks();
        Some(self.value(name))
    }

    /// Parses the value of the attribute of that name, whether it is in quotes or not.
    fn value(&mut self, name: Span) -> Attribute {
        let start = name.start as usize;
        let word = || excerpt(name.of(self.text));
        let rest = self.rest();
        let broken = |value: usize, end: usize| Attribute {
            name,
            value: Span::new(value, end),
            whole: Span::new(start, end),
            sound: false,
        };
        let quote = rest.chars().next().filter(|&c| c == '"' || c == '\'');
        let Some(quote) = quote else {
            let length = rest
                .find([' ', '\t', '\n', '\r', '>', '<'])
                .unwrap_or(rest.len());
            let length = rest[..length].strip_suffix('/').map_or(length, str::len);
            let message = if length == 0 {
                no_value(&word())
            } else {
                format!("the value of `{}` must stand in quotes", word())
            };
            self.at += length;
            self.flaw(start, self.at, message);
            return broken(self.at - length, self.at);
        };
        let value_start = self.at + 1;
        let inner = &self.text[value_start..];
        let closing = inner.find(quote);
        let reach = &inner[..closing.unwrap_or(inner.len())];
        let less_than = reach.find('<');
        let before = &reach[..less_than.unwrap_or(reach.len())];
        // Searched only if something looks wrong already.
        let odd = closing.is_none() || less_than.is_some();
        let broken_off = odd
            .then(|| before.find('>').or_else(|| before.find('\n')))
            .flatten();
        let follows = closing.and_then(|at| inner[at + 1..].chars().next());
        let unclosed = swallowed(reach, follows).or_else(|| {
            // The closing quote is missing: the value ends with its tag.
            let is_open = closing.is_none() || broken_off.is_some();
            let length = broken_off.unwrap_or(before.len());
            let ended = before[..length].strip_suffix('/').map_or(length, str::len);
            is_open.then_some(ended)
        });
        if let Some(length) = unclosed {
            self.at = value_start + length;
            let message = format!("the value of `{}` lacks its closing quote", word());
            self.flaw(start, self.at, message);
            return broken(value_start, self.at);
        }
        let value = Span::new(value_start, value_start + reach.len());
        self.at = value.end as usize + 1;
        if let Some(at) = less_than {
            let at = value_start + at;
            self.flaw(at, at + 1, LESS_THAN);
        }
        self.references(value);
        Attribute {
            name,
            value,
            whole: Span::new(start, self.at),
            sound: true,
        }
    }

    /// Reports repeated attributes; the first stays sound.
    fn one_of_each(&mut self) {
        for later in 1..self.attributes.len() {
            let name = self.attributes[later].name;
            let word = name.of(self.text);
            let earlier = &self.attributes[..later];
            if earlier.iter().any(|a| a.name.of(self.text) == word) {
                self.attributes[later].sound = false;
                let message = format!("the attribute `{}` is given twice", excerpt(word));
                self.flaws.add(name, Kind::Syntax, message);
            }
        }
    }
}

fn no_value(name: &str) -> String {
    format!("the attribute `{name}` has no value; an attribute is written name=\"value\"")
}

/// Where a value ends that lacks its closing quote and so goes on to the
/// opening quote of the next attribute, as in `a="x b="y"`.
fn swallowed(value: &str, follows: Option<char>) -> Option<usize> {
    follows.filter(|c| !matches!(c, ' ' | '\t' | '\n' | '\r' | '/' | '>' | '?'))?;
    let words = value.trim_end().strip_suffix('=')?.trim_end();
    let name = words.rfind(|c: char| c.is_ascii_whitespace())?;
    words[name + 1..]
        .starts_with(is_name_start)
        .then(|| words[..name].trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ascii_table_matches_the_full_table() {
        for byte in 0..=u8::MAX {
            let expected = byte.is_ascii() && is_name(char::from(byte));
            assert_eq!(NAME[usize::from(byte)], expected, "{byte}");
        }
    }
}
