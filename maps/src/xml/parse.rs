//! From text to a [`Tree`], going on after every error.
//!
//! Written for this file alone, because no XML library at hand gives the bytes
//! of every attribute, keeps all there is, and goes on after the first error;
//! tests hold it against one in what it accepts.

use super::characters::{Reference, is_blank, is_char, is_name, is_name_start, reference};
use super::flaw::{Cause, Flaws, excerpt};
use super::lines::Lines;
use super::tree::{Attribute, ElementId, Span, Tree};
use super::vocabulary::{belongs_outside, nearest};
use crate::limits::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_ELEMENTS};

/// An element whose end has not come yet.
struct Open {
    id: ElementId,
    last_child: Option<ElementId>,
    /// Its start tag was broken: what is missing of it has been told already.
    forgiven: bool,
}

struct Parser<'a> {
    text: &'a str,
    lines: &'a Lines,
    at: usize,
    tree: Tree,
    open: Vec<Open>,
    flaws: Flaws,
    attributes: Vec<Attribute>,
    /// Start tags that were broken and taken for `<a/>`.
    guesses: usize,
}

/// Start tags that lack their end for which the rest of the file is searched
/// for an end tag; a file with more is beyond good guesses.
const MAX_GUESSES: usize = 16;

/// Reads `text` from byte `start` on.
pub(super) fn parse(text: &str, start: usize, lines: &Lines) -> (Tree, Flaws) {
    let mut parser = Parser {
        text,
        lines,
        at: start,
        tree: Tree::default(),
        open: Vec::new(),
        flaws: Flaws::default(),
        attributes: Vec::new(),
        guesses: 0,
    };
    parser.characters();
    parser.declaration();
    parser.document();
    parser.end_of_file();
    (parser.tree, parser.flaws)
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn flaw(&mut self, start: usize, end: usize, cause: Cause) {
        self.flaws.add(Span::new(start, end), cause);
    }

    /// Characters that XML does not allow, anywhere.
    fn characters(&mut self) {
        let suspects = self.text.bytes().enumerate().filter(|&(_, byte)| {
            (byte < b' ' && !is_blank(byte)) || byte == 0xEF // the first of U+FFFE and U+FFFF
        });
        for (at, _) in suspects {
            if let Some(c) = self.text[at..].chars().next().filter(|&c| !is_char(c)) {
                self.flaws
                    .add(Span::new(at, at + c.len_utf8()), Cause::Character(c));
            }
        }
    }

    fn declaration(&mut self) {
        let rest = self.rest();
        let Some(inner) = rest.strip_prefix("<?xml") else {
            return;
        };
        if !inner.starts_with(|c: char| c.is_ascii() && is_blank(c as u8)) {
            return;
        }
        let start = self.at;
        let Some(length) = inner.find("?>") else {
            return;
        };
        self.at += "<?xml".len();
        let end = self.at + length;
        let names = ["version", "encoding", "standalone"];
        let mut next = 0;
        let mut problem = None;
        loop {
            let spaced = self.skip_blanks();
            if self.at >= end {
                break;
            }
            let Some(attribute) = self.attribute(spaced) else {
                problem = Some("is malformed");
                break;
            };
            let name = attribute.name.of(self.text);
            let value = attribute.value.of(self.text);
            match names[next..].iter().position(|&n| n == name) {
                Some(skipped) => next += skipped + 1,
                None => problem = Some("holds something unknown, doubled or out of order"),
            }
            if name == "version" && !value.starts_with("1.") {
                problem = Some("must say version 1.0");
            }
            if name == "standalone" && value != "yes" && value != "no" {
                problem = Some("must say `yes` or `no` for standalone");
            }
        }
        if !self.text[start..end].contains("version") {
            problem = Some("must say version=\"1.0\"");
        }
        if let Some(problem) = problem {
            self.flaw(start, end + 2, Cause::Declaration(problem));
        }
        self.at = end + 2;
    }

    fn document(&mut self) {
        while self.at < self.text.len() {
            let run = self.rest().find('<').unwrap_or(self.rest().len());
            self.run_of_text(run);
            let rest = self.rest();
            if rest.is_empty() {
                break;
            }
            let goes_on = if rest.starts_with("<!--") {
                self.comment()
            } else if rest.starts_with("<![CDATA[") {
                self.cdata()
            } else if rest.starts_with("<!DOCTYPE") {
                self.doctype()
            } else if rest.starts_with("<?") {
                self.instruction()
            } else if rest[1..].starts_with(is_name_start) {
                self.start_tag()
            } else if rest.starts_with("</") && rest[2..].starts_with(is_name_start) {
                self.end_tag()
            } else {
                self.flaw(self.at, self.at + 1, Cause::LessThan);
                self.at += 1;
                true
            };
            if !goes_on {
                // What is still open ends here without further complaint.
                for open in &mut self.open {
                    open.forgiven = true;
                }
                break;
            }
        }
    }

    /// Text up to the next tag.
    fn run_of_text(&mut self, length: usize) {
        let (start, end) = (self.at, self.at + length);
        self.at = end;
        let run = &self.text[start..end];
        let Some(first) = run.bytes().position(|byte| !is_blank(byte)) else {
            return;
        };
        self.saw_text(start + first, end);
        self.references(Span::new(start, end));
        for (at, _) in run.match_indices("]]>") {
            self.flaw(start + at, start + at + 3, Cause::CdataEnd);
        }
    }

    fn saw_text(&mut self, first: usize, end: usize) {
        match self.open.last() {
            Some(open) => {
                let text = &mut self.tree.get_mut(open.id).text;
                text.get_or_insert(first as u32);
            }
            None => self.flaw(first, end, Cause::TextOutside),
        }
    }

    /// Complains about what begins with `&` and is no reference we read.
    fn references(&mut self, span: Span) {
        let run = span.of(self.text);
        for (at, _) in run.match_indices('&') {
            let start = span.start as usize + at;
            match reference(&run[at..]) {
                Reference::Char(..) => {}
                Reference::Bad(cause, length) => self.flaw(start, start + length, cause),
            }
        }
    }

    /// Skips to behind `end`; at the end of the file complains.
    fn skip_past(&mut self, opening: &str, what: &'static str, end: &'static str) -> Option<Span> {
        let start = self.at;
        let inner = start + opening.len();
        if let Some(length) = self.text[inner..].find(end) {
            self.at = inner + length + end.len();
            Some(Span::new(inner, inner + length))
        } else {
            self.at = self.text.len();
            self.flaw(start, inner, Cause::Unclosed { what, end });
            None
        }
    }

    fn comment(&mut self) -> bool {
        let Some(inner) = self.skip_past("<!--", "this comment", "-->") else {
            return false;
        };
        let text = inner.of(self.text);
        let double = text
            .find("--")
            .or_else(|| text.ends_with('-').then(|| text.len() - 1));
        if let Some(at) = double {
            let start = inner.start as usize + at;
            self.flaw(start, start + 2, Cause::DoubleHyphen);
        }
        true
    }

    fn cdata(&mut self) -> bool {
        let start = self.at;
        let Some(inner) = self.skip_past("<![CDATA[", "this CDATA section", "]]>") else {
            return false;
        };
        let blank = inner.of(self.text).bytes().all(is_blank);
        if !blank || self.open.is_empty() {
            self.saw_text(start, self.at);
        }
        true
    }

    fn instruction(&mut self) -> bool {
        let start = self.at;
        let Some(inner) = self.skip_past("<?", "this processing instruction", "?>") else {
            return false;
        };
        let text = inner.of(self.text);
        let target = text
            .split(|c: char| c.is_ascii() && is_blank(c as u8))
            .next();
        let target = target.unwrap_or_default();
        if target.eq_ignore_ascii_case("xml") {
            let cause = Cause::Declaration("must stand at the very beginning of the file");
            self.flaw(start, self.at, cause);
        } else if !target.starts_with(is_name_start) || !target.chars().all(is_name) {
            self.flaw(start, start + 2, Cause::NamelessInstruction);
        }
        true
    }

    /// Skips a document type declaration with its internal subset.
    fn doctype(&mut self) -> bool {
        let start = self.at;
        let mut depth = 0_usize;
        let mut rest = self.rest();
        let mut end = None;
        while let Some(at) = rest.find(['<', '>', '[', ']', '"', '\'']) {
            let mark = rest.as_bytes()[at];
            let mut skip = at + 1;
            match mark {
                b'"' | b'\'' => match rest[skip..].find(mark as char) {
                    Some(length) => skip += length + 1,
                    None => break,
                },
                b'<' if rest[at..].starts_with("<!--") => match rest[at..].find("-->") {
                    Some(length) => skip = at + length + 3,
                    None => break,
                },
                b'<' | b'[' => depth += 1,
                _ => depth = depth.saturating_sub(1),
            }
            rest = &rest[skip..];
            if depth == 0 && mark == b'>' {
                end = Some(self.text.len() - rest.len());
                break;
            }
        }
        self.at = end.unwrap_or(self.text.len());
        self.flaw(start, self.at, Cause::Doctype);
        if end.is_none() {
            let cause = Cause::Unclosed {
                what: "this document type declaration",
                end: ">",
            };
            self.flaw(start, start + "<!DOCTYPE".len(), cause);
        }
        end.is_some()
    }

    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest().as_bytes();
        let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
        self.at += blanks;
        blanks > 0
    }

    /// A name at the place we are; empty where none begins.
    fn name(&mut self) -> Span {
        let rest = self.rest();
        // Nearly all names are ASCII; a byte beyond needs the whole table.
        let plain = |&byte: &u8| byte.is_ascii() && is_name(char::from(byte));
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

    fn start_tag(&mut self) -> bool {
        let start = self.at;
        if self.tree.len() >= MAX_ELEMENTS {
            self.flaw(start, start + 1, Cause::TooManyElements);
            return false;
        }
        if self.open.len() >= MAX_DEPTH {
            self.flaw(start, start + 1, Cause::TooDeep);
            return false;
        }
        self.at += 1;
        let name = self.name();
        self.attributes.clear();
        let (closed, self_closing) = self.inside_of_tag(start, name);
        self.one_of_each();

        let parent = self.open.last().map(|open| (open.id, open.last_child));
        if parent.is_none() && self.tree.root().is_some() {
            self.flaw(start, name.end as usize, Cause::SecondRoot);
            self.skip_element(self_closing);
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

    /// What follows a second root is skipped with it, to complain once.
    fn skip_element(&mut self, self_closing: bool) {
        if !self_closing {
            self.at = self.text.len();
        }
    }

    /// Attributes up to `>`. Whether that came, and whether the element ends
    /// with its tag.
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
                // Ends where the last thing in it ended.
                let inside = &self.text[start..self.at];
                self.at = start + inside.trim_end().len();
                let word = excerpt(name.of(self.text));
                self.flaw(start, name.end as usize, Cause::UnclosedTag(word));
                return (false, self.guess_self_closing(name));
            }
            if let Some(attribute) = self.attribute(spaced) {
                if self.attributes.len() < MAX_ATTRIBUTES {
                    self.attributes.push(attribute);
                } else if self.attributes.len() == MAX_ATTRIBUTES {
                    let whole = attribute.whole;
                    self.flaws.add(whole, Cause::TooManyAttributes);
                    // Marks that it has been told.
                    self.attributes.push(Attribute {
                        sound: false,
                        ..attribute
                    });
                }
            }
        }
    }

    /// Whether a tag without `>` was meant to end its element too: it was
    /// unless an end tag of that name follows somewhere.
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
        // An end tag behind another element of that name belongs to that one.
        rest.find(&opening).is_some_and(|other| other < end)
    }

    /// One attribute at the place we are, or something that is none and is
    /// skipped. Always moves on.
    fn attribute(&mut self, spaced: bool) -> Option<Attribute> {
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
            let word = excerpt(&rest[..stray]);
            self.flaw(start, self.at, Cause::NoAttribute(word));
            return None;
        }
        let word = || excerpt(name.of(self.text));
        if !spaced {
            let cause = Cause::NoSpace(word());
            self.flaw(start, name.end as usize, cause);
        }
        self.skip_blanks();
        if !self.rest().starts_with('=') {
            self.at = name.end as usize;
            let cause = Cause::NoValue(word());
            self.flaw(start, self.at, cause);
            return None;
        }
        self.at += 1;
        self.skip_blanks();
        let rest = self.rest();
        let quote = rest.chars().next().filter(|&c| c == '"' || c == '\'');
        let Some(quote) = quote else {
            let length = rest
                .find([' ', '\t', '\n', '\r', '>', '<'])
                .unwrap_or(rest.len());
            let length = rest[..length].strip_suffix('/').map_or(length, str::len);
            let cause = if length == 0 {
                Cause::NoValue(word())
            } else {
                Cause::Unquoted(word())
            };
            self.at += length;
            self.flaw(start, self.at, cause);
            return Some(Attribute {
                name,
                value: Span::new(self.at - length, self.at),
                whole: Span::new(start, self.at),
                sound: false,
            });
        };
        let value_start = self.at + 1;
        let inner = &self.text[value_start..];
        let closing = inner.find(quote);
        let reach = &inner[..closing.unwrap_or(inner.len())];
        let less_than = reach.find('<');
        let before = &reach[..less_than.unwrap_or(reach.len())];
        // Looked for only where something is odd already.
        let odd = closing.is_none() || less_than.is_some();
        let broken_off = odd
            .then(|| before.find('>').or_else(|| before.find('\n')))
            .flatten();
        let follows = closing.and_then(|at| inner[at + 1..].chars().next());
        if let Some(length) = swallowed(reach, follows) {
            self.at = value_start + length;
            let cause = Cause::UnclosedValue(word());
            self.flaw(start, self.at, cause);
            return Some(Attribute {
                name,
                value: Span::new(value_start, self.at),
                whole: Span::new(start, self.at),
                sound: false,
            });
        }
        if closing.is_none() || (less_than.is_some() && broken_off.is_some()) {
            // The closing quote is missing: the value ends with its tag.
            let length = broken_off.unwrap_or(before.len());
            let length = before[..length].strip_suffix('/').map_or(length, str::len);
            self.at = value_start + length;
            let cause = Cause::UnclosedValue(word());
            self.flaw(start, self.at, cause);
            return Some(Attribute {
                name,
                value: Span::new(value_start, self.at),
                whole: Span::new(start, self.at),
                sound: false,
            });
        }
        let value = Span::new(value_start, value_start + reach.len());
        self.at = value.end as usize + 1;
        if let Some(at) = less_than {
            let at = value_start + at;
            self.flaw(at, at + 1, Cause::LessThan);
        }
        self.references(value);
        Some(Attribute {
            name,
            value,
            whole: Span::new(start, self.at),
            sound: true,
        })
    }

    /// Complains about attributes given twice; the first stays sound.
    fn one_of_each(&mut self) {
        for later in 1..self.attributes.len() {
            let name = self.attributes[later].name;
            let word = name.of(self.text);
            let earlier = &self.attributes[..later];
            if earlier.iter().any(|a| a.name.of(self.text) == word) {
                self.attributes[later].sound = false;
                self.flaws.add(name, Cause::AttributeTwice(excerpt(word)));
            }
        }
    }

    fn end_tag(&mut self) -> bool {
        let start = self.at;
        self.at += 2;
        let name = self.name();
        let name_end = self.at;
        self.skip_blanks();
        let word = name.of(self.text);
        if self.rest().starts_with('>') {
            self.at += 1;
        } else {
            // Whatever stands before the next tag is not text.
            let rest = self.rest();
            let stop = rest.find(['<', '>']).unwrap_or(rest.len());
            let closes = rest[stop..].starts_with('>');
            self.at = if closes { self.at + stop + 1 } else { name_end };
            let cause = if closes {
                Cause::NoAttribute(excerpt(&rest[..stop]))
            } else {
                Cause::UnclosedTag(format!("/{}", excerpt(word)))
            };
            self.flaw(start, name_end, cause);
        }
        let matching = self
            .open
            .iter()
            .rposition(|open| self.tree.get(open.id).name.of(self.text) == word);
        let innermost = self.open.last().map(|open| open.id);
        let innermost = innermost.map(|id| self.tree.get(id).name.of(self.text));
        let matching = match (matching, innermost) {
            (Some(matching), _) => matching,
            (None, Some(expected)) if nearest(word, [expected]).is_some() => {
                let cause = Cause::WrongEndTag {
                    found: excerpt(word),
                    expected: excerpt(expected),
                };
                self.flaw(start, self.at, cause);
                self.open.len() - 1
            }
            _ => {
                self.flaw(start, self.at, Cause::StrayEndTag(excerpt(word)));
                return true;
            }
        };
        while self.open.len() > matching + 1 {
            self.close_without_tag(start);
        }
        if let Some(open) = self.open.pop() {
            self.tree.get_mut(open.id).end_tag = Span::new(start, self.at);
        }
        true
    }

    /// Ends the innermost element at `before`, where something else begins.
    fn close_without_tag(&mut self, before: usize) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let before = self.move_strangers_out(&open).unwrap_or(before);
        let element = self.tree.get_mut(open.id);
        // Its content ends with the line before, not in the indentation.
        let inside = &self.text[element.start_tag.end as usize..before];
        let end = element.start_tag.end as usize + inside.trim_end().len();
        element.end_tag = Span::at(end);
        if !open.forgiven {
            let span = Span {
                start: element.start_tag.start,
                end: element.name.end,
            };
            let cause = Cause::NoEndTag {
                name: excerpt(element.name.of(self.text)),
                before: self.lines.line(before),
            };
            self.flaws.add(span, cause);
        }
    }

    /// What belongs outside an element without end tag stands behind it: where
    /// the first such child begins, the element ends.
    fn move_strangers_out(&mut self, open: &Open) -> Option<usize> {
        let outer = self.open.last()?.id;
        let name = |id| self.tree.get(id).name.of(self.text);
        let strange = |&child: &ElementId| belongs_outside(name(child), name(open.id), name(outer));
        let first = self.tree.children(open.id).find(strange)?;
        let before = self
            .tree
            .children(open.id)
            .take_while(|&child| child != first);
        let last = before.last();
        self.tree.move_out(open.id, last);
        self.open.last_mut()?.last_child = open.last_child;
        Some(self.tree.get(first).start_tag.start as usize)
    }

    fn end_of_file(&mut self) {
        while !self.open.is_empty() {
            self.close_without_tag(self.text.len());
        }
        if self.tree.root().is_none() {
            self.flaw(self.text.len(), self.text.len(), Cause::NoRoot);
        }
    }
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
