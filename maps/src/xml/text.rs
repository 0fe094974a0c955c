//! Decodes attribute values and text, and encodes them.
//!
//! Literal white space may be layout; white space written as a reference (`&#32;`, `&#10;`) is
//! content. So nothing that an author types is lost, and nothing that a pretty-printer adds is
//! read.

use std::borrow::Cow;
use std::fmt::Write;

use super::characters::{Reference, is_char, reference};

/// The value of an attribute, `None` if it contains an invalid reference.
pub(super) fn attribute(raw: &str) -> Option<Cow<'_, str>> {
    if !raw
        .bytes()
        .any(|b| matches!(b, b'&' | b'\t' | b'\n' | b'\r'))
    {
        return Some(Cow::Borrowed(raw));
    }
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '\t', '\n', '\r']) {
        value.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with('&') {
            let Reference::Char(c, length) = reference(rest) else {
                return None;
            };
            value.push(c);
            length
        } else {
            value.push(' ');
            if rest.starts_with("\r\n") { 2 } else { 1 }
        };
        rest = &rest[length..];
    }
    value.push_str(rest);
    Some(Cow::Owned(value))
}

/// How white space in the text of an element is interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Removed at both ends, collapsed to one space elsewhere.
    Line,
    /// Line breaks are kept; white space around them is removed, and so are blank lines at both
    /// ends.
    Lines,
}

/// Assembles the text of an element from pieces.
pub(super) struct TextReader {
    layout: Layout,
    /// Most characters kept; further ones are only counted.
    max: usize,
    text: String,
    chars: usize,
    /// White space that counts only if something follows.
    pending: String,
    breaks: usize,
}

impl TextReader {
    pub(super) fn new(layout: Layout, max: usize) -> Self {
        Self {
            layout,
            max,
            text: String::new(),
            chars: 0,
            pending: String::new(),
            breaks: 0,
        }
    }

    /// Adds raw text, or with `references` unset that of a CDATA section. Returns `false` if it
    /// contains an invalid reference.
    pub(super) fn push(&mut self, raw: &str, references: bool) -> bool {
        let mut rest = raw;
        let mut good = true;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            if c == '&' && references {
                match reference(rest) {
                    Reference::Char(meant, whole) => {
                        self.meant(meant);
                        length = whole;
                    }
                    Reference::Bad(..) => good = false,
                }
            } else if c == '\n' || c == '\r' {
                if rest.starts_with("\r\n") {
                    length = 2;
                }
                self.breaks += 1;
                self.pending.clear();
            } else if c == ' ' || c == '\t' {
                if self.pending.len() < self.max {
                    self.pending.push(c);
                }
            } else {
                self.meant(c);
            }
            rest = &rest[length..];
        }
        good
    }

    fn meant(&mut self, c: char) {
        if self.chars > 0 {
            match self.layout {
                Layout::Line => {
                    if self.breaks > 0 || !self.pending.is_empty() {
                        self.keep(' ');
                    }
                }
                Layout::Lines if self.breaks > 0 => {
                    for _ in 0..self.breaks {
                        self.keep('\n');
                    }
                }
                Layout::Lines => {
                    let pending = std::mem::take(&mut self.pending);
                    pending.chars().for_each(|blank| self.keep(blank));
                }
            }
        }
        self.pending.clear();
        self.breaks = 0;
        self.keep(c);
    }

    fn keep(&mut self, c: char) {
        if self.chars < self.max {
            self.text.push(c);
        }
        self.chars += 1;
    }

    /// The text, or its length in characters if that exceeds the maximum.
    pub(super) fn finish(self) -> Result<String, usize> {
        if self.chars > self.max {
            Err(self.chars)
        } else {
            Ok(self.text)
        }
    }
}

/// Appends a value so that [`attribute`] reads it back from between two `quote`.
/// A character that XML does not allow becomes U+FFFD.
pub(super) fn push_attribute(out: &mut String, value: &str, quote: char) {
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' if quote == '"' => out.push_str("&quot;"),
            '\'' if quote == '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => push_reference(out, c),
            _ => out.push(if is_char(c) { c } else { '\u{FFFD}' }),
        }
    }
}

/// Appends a text so that [`TextReader`] reads it back. `newline` is the line
/// end of the file with the indentation that lines of [`Layout::Lines`] get.
pub(super) fn push_text(out: &mut String, text: &str, layout: Layout, newline: &str) {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n');
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| is_blank(c) == is_blank(first);
        let (run, after) = rest.split_at(rest.find(|c| !same(c)).unwrap_or(rest.len()));
        if !is_blank(first) {
            push_words(out, run);
        } else if rest.len() == text.len() || after.is_empty() {
            run.chars().for_each(|c| push_reference(out, c));
        } else {
            push_between(out, run, layout, newline);
        }
        rest = after;
    }
}

fn push_words(out: &mut String, words: &str) {
    for c in words.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' if out.ends_with("]]") => out.push_str("&gt;"),
            '\r' => push_reference(out, c),
            _ => out.push(if is_char(c) { c } else { '\u{FFFD}' }),
        }
    }
}

/// White space with words on both sides.
fn push_between(out: &mut String, run: &str, layout: Layout, newline: &str) {
    let lines = layout == Layout::Lines && run.contains('\n');
    if run == " " || (layout == Layout::Lines && !lines) {
        out.push_str(run);
        return;
    }
    let bare = newline.trim_end_matches([' ', '\t']);
    let mut chars = run.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\n' && lines {
            let blank_line = chars.peek() == Some(&'\n');
            out.push_str(if blank_line { bare } else { newline });
        } else {
            push_reference(out, c);
        }
    }
}

fn push_reference(out: &mut String, c: char) {
    // Writing to a string cannot fail.
    let _ = write!(out, "&#{};", u32::from(c));
}

#[cfg(test)]
mod tests;
