//! Parses text into a [`Tree`], recovering from every error.
//!
//! Original for this format: a slip of an author should cost one message and nothing else, so tags
//! are analysed the way people write them. `docs/dependencies.md` says why no library is used;
//! tests compare what is accepted with one.

mod tags;

use super::characters::{Reference, is_blank, is_char, is_name, is_name_start, reference};
use super::flaw::{Flaws, Kind, excerpt};
use super::lines::Lines;
use super::tree::{Attribute, ElementId, Span, Tree};
use super::vocabulary::{belongs_outside, nearest};

/// An element that has not ended yet.
struct Open {
    id: ElementId,
    last_child: Option<ElementId>,
    /// Its start tag was broken: missing parts have been reported already.
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
    /// Broken start tags that were interpreted as `<a/>`.
    guesses: usize,
}

const LESS_THAN: &str = "`<` does not begin a tag here; write `&lt;`";

fn never_closed(what: &str, end: &str) -> String {
    format!("{what} is never closed; `{end}` is missing")
}

/// `slash` is `/` for an end tag.
fn unclosed_tag(slash: &str, name: &str) -> String {
    let name = excerpt(name);
    format!("the tag `<{slash}{name}` is never closed; `>` is missing")
}

/// `found` is something in a tag that is not an attribute.
fn no_attribute(found: &str) -> String {
    let found = excerpt(found);
    format!("`{found}` is not an attribute; an attribute is written name=\"value\"")
}

/// Bytes that are examined at once.
const BLOCK: usize = 64;

/// Parses `text` from byte `start` on.
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

    /// Reports something that is not well-formed XML.
    fn flaw(&mut self, start: usize, end: usize, message: impl Into<String>) {
        self.flaws.add(Span::new(start, end), Kind::Syntax, message);
    }

    /// Reports characters that XML does not allow.
    fn characters(&mut self) {
        // The first byte of U+FFFE and U+FFFF is 0xEF.
        let suspect = |byte: u8| (byte < b' ' && !is_blank(byte)) || byte == 0xEF;
        for (i, block) in self.text.as_bytes().chunks(BLOCK).enumerate() {
            // A whole block at once, without a branch for each byte.
            if !block.iter().fold(false, |any, &byte| any | suspect(byte)) {
                continue;
            }
            for (at, _) in block.iter().enumerate().filter(|&(_, &byte)| suspect(byte)) {
                let at = i * BLOCK + at;
                if let Some(c) = self.text[at..].chars().next().filter(|&c| !is_char(c)) {
                    let code = u32::from(c);
                    let message = format!("the character U+{code:04X} is not allowed in XML");
                    self.flaw(at, at + c.len_utf8(), message);
                }
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
            self.flaw(start, end + 2, format!("the XML declaration {problem}"));
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
                self.flaw(self.at, self.at + 1, LESS_THAN);
                self.at += 1;
                true
            };
            if !goes_on {
                // Open elements end here without further complaint.
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
            let message = "`]]>` may not stand in text; write `]]&gt;`";
            self.flaw(start + at, start + at + 3, message);
        }
    }

    fn saw_text(&mut self, first: usize, end: usize) {
        match self.open.last() {
            Some(open) => {
                let text = &mut self.tree.get_mut(open.id).text;
                text.get_or_insert(first as u32);
            }
            None => self.flaw(first, end, "no text may stand outside `<map>`"),
        }
    }

    /// Reports every `&` that does not begin a supported reference.
    fn references(&mut self, span: Span) {
        let run = span.of(self.text);
        for (at, _) in run.match_indices('&') {
            let start = span.start as usize + at;
            match reference(&run[at..]) {
                Reference::Char(..) => {}
                Reference::Bad((kind, message), length) => {
                    let span = Span::new(start, start + length);
                    self.flaws.add(span, kind, message);
                }
            }
        }
    }

    /// Skips to just after `end`, or reports that it is missing.
    fn skip_past(&mut self, opening: &str, what: &'static str, end: &'static str) -> Option<Span> {
        let start = self.at;
        let inner = start + opening.len();
        if let Some(length) = self.text[inner..].find(end) {
            self.at = inner + length + end.len();
            Some(Span::new(inner, inner + length))
        } else {
            self.at = self.text.len();
            self.flaw(start, inner, never_closed(what, end));
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
            self.flaw(start, start + 2, "`--` may not stand in a comment");
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
            let message = "the XML declaration must stand at the very beginning of the file";
            self.flaw(start, self.at, message);
        } else if !target.starts_with(is_name_start) || !target.chars().all(is_name) {
            let message = "a processing instruction needs a name: `<?name ...?>`";
            self.flaw(start, start + 2, message);
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
        let message = "document type declarations (DTD) are refused; remove it";
        self.flaws
            .add(Span::new(start, self.at), Kind::Doctype, message);
        if end.is_none() {
            let message = never_closed("this document type declaration", ">");
            self.flaw(start, start + "<!DOCTYPE".len(), message);
        }
        end.is_some()
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
            // Anything before the next tag is not text.
            let rest = self.rest();
            let stop = rest.find(['<', '>']).unwrap_or(rest.len());
            let closes = rest[stop..].starts_with('>');
            self.at = if closes { self.at + stop + 1 } else { name_end };
            let message = if closes {
                no_attribute(&rest[..stop])
            } else {
                unclosed_tag("/", word)
            };
            self.flaw(start, name_end, message);
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
                let (found, expected) = (excerpt(word), excerpt(expected));
                let message =
                    format!("`</{found}>` ends nothing that is open; `</{expected}>` was expected");
                self.flaw(start, self.at, message);
                self.open.len() - 1
            }
            _ => {
                let message = format!("`</{}>` ends nothing that is open", excerpt(word));
                self.flaw(start, self.at, message);
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
        // Its content ends with the previous line, not in the indentation.
        let inside = &self.text[element.start_tag.end as usize..before];
        let end = element.start_tag.end as usize + inside.trim_end().len();
        element.end_tag = Span::at(end);
        if !open.forgiven {
            let (start, end) = (element.start_tag.start, element.name.end);
            let name = excerpt(element.name.of(self.text));
            let line = self.lines.line(before);
            let message =
                format!("`<{name}>` has no end tag; `</{name}>` is missing before line {line}");
            self.flaw(start as usize, end as usize, message);
        }
    }

    /// An element without an end tag ends where the first child begins that belongs outside; that
    /// child and the following ones are moved out.
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
            let begin = self.text.trim_start();
            let message = if begin.is_empty() || begin.starts_with('<') {
                "the file holds no `<map>`"
            } else {
                "the file holds no `<map>`; import a map of another program first, with \
                 `marchland-maps import`"
            };
            self.flaws
                .add(Span::at(self.text.len()), Kind::NotAMap, message);
        }
    }
}
