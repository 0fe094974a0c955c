//! Writes new elements in the style of the surrounding file.

use super::items::{self, Field, Item, Units};
use super::lines::Lines;
use super::text::{Layout, push_attribute, push_text};
use super::tree::Tree;
use super::vocabulary::Tag;
use crate::{Continent, MaskFile, Setup, Territory};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style {
    /// `\n` or `\r\n`.
    pub(super) newline: &'static str,
    /// Indentation of one level.
    pub(super) unit: String,
    /// `"` or `'`.
    pub(super) quote: char,
    /// `<a />` rather than `<a/>`.
    pub(super) spaced: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            newline: "\n",
            unit: "  ".into(),
            quote: '"',
            spaced: false,
        }
    }
}

impl Style {
    /// The style of a file, by the first occurrence of each feature.
    pub(super) fn of(text: &str, lines: &Lines, tree: &Tree) -> Self {
        let mut style = Self::default();
        if text.find('\n').is_some_and(|at| text[..at].ends_with('\r')) {
            style.newline = "\r\n";
        }
        if let Some(root) = tree.root() {
            let outer = indentation(text, lines, tree.get(root).start_tag.start as usize);
            let inner = tree
                .children(root)
                .find_map(|child| own_line(text, tree.get(child).start_tag.start as usize));
            if let Some(inner) = inner {
                let unit = inner.strip_prefix(outer).unwrap_or(inner);
                unit.clone_into(&mut style.unit);
            }
        }
        if let Some(attribute) = tree.first_attribute()
            && text[..attribute.value.start as usize].ends_with('\'')
        {
            style.quote = '\'';
        }
        if let Some(element) = tree.any_self_closing() {
            let tag = element.start_tag.of(text);
            style.spaced = tag.trim_end_matches("/>").ends_with([' ', '\t']);
        }
        style
    }

    /// The end of the tag of an empty element.
    pub(super) fn self_close(&self) -> &'static str {
        if self.spaced { " />" } else { "/>" }
    }
}

/// The blanks at the beginning of the line at `offset`.
pub(super) fn indentation<'a>(text: &'a str, lines: &Lines, offset: usize) -> &'a str {
    let line = text[lines.start(offset)..].trim_start_matches('\u{FEFF}');
    &line[..line.find(|c| c != ' ' && c != '\t').unwrap_or(line.len())]
}

/// The indentation of what begins at `offset`, if nothing precedes it on its line. Examines nothing
/// else, so that long lines cost nothing.
pub(super) fn own_line(text: &str, offset: usize) -> Option<&str> {
    let before = text[..offset].trim_end_matches([' ', '\t']);
    before.ends_with('\n').then(|| &text[before.len()..offset])
}

/// Writes elements: the outermost at the current position, inner ones on lines of their own.
pub(super) struct Writer<'a> {
    style: &'a Style,
    pub(super) out: String,
    /// The last start tag still lacks its `>`.
    tag_open: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(style: &'a Style) -> Self {
        Self {
            style,
            // Enough for most territories.
            out: String::with_capacity(512),
            tag_open: false,
        }
    }

    fn start(&mut self, tag: Tag, fields: &[Field<'_>]) {
        self.out.push('<');
        self.out.push_str(tag.spec().name);
        for (name, value) in fields {
            if let Some(value) = value {
                self.out.push(' ');
                push_pair(&mut self.out, name, value, self.style.quote);
            }
        }
        self.tag_open = true;
    }

    /// Begins a line inside the current element.
    fn line(&mut self, indent: &str) {
        if std::mem::take(&mut self.tag_open) {
            self.out.push('>');
        }
        self.out.push_str(self.style.newline);
        self.out.push_str(indent);
    }

    fn end(&mut self, tag: Tag, indent: &str) {
        if std::mem::take(&mut self.tag_open) {
            self.out.push_str(self.style.self_close());
        } else {
            self.line(indent);
            self.end_tag(tag);
        }
    }

    fn end_tag(&mut self, tag: Tag) {
        self.out.push_str("</");
        self.out.push_str(tag.spec().name);
        self.out.push('>');
    }

    pub(super) fn item(&mut self, tag: Tag, item: &impl Item) {
        self.start(tag, &item.fields());
        self.tag_open = false;
        match item.text() {
            Some(text) => {
                self.out.push('>');
                push_text(&mut self.out, text, Layout::Line, self.style.newline);
                self.end_tag(tag);
            }
            None => self.out.push_str(self.style.self_close()),
        }
    }

    fn items(&mut self, tag: Tag, items: &[impl Item], indent: &str) {
        for item in items {
            self.line(indent);
            self.item(tag, item);
        }
    }

    /// An element that contains only text.
    pub(super) fn text(&mut self, tag: Tag, text: &str, indent: &str) {
        self.start(tag, &[]);
        self.tag_open = false;
        self.out.push('>');
        if text.contains('\n') && tag == Tag::Description {
            let newline = format!("{}{indent}{}", self.style.newline, self.style.unit);
            self.out.push_str(&newline);
            push_text(&mut self.out, text, Layout::Lines, &newline);
            self.line(indent);
        } else {
            push_text(&mut self.out, text, Layout::Line, self.style.newline);
        }
        self.end_tag(tag);
    }

    pub(super) fn mask(&mut self, mask: &MaskFile, indent: &str) {
        self.start(Tag::Mask, &items::mask(mask));
        let inner = self.inner(indent);
        self.items(Tag::Background, &mask.background, &inner);
        self.items(Tag::Separator, &mask.separator, &inner);
        self.end(Tag::Mask, indent);
    }

    pub(super) fn image(&mut self, file: &String) {
        self.start(Tag::Image, &items::image(file));
        self.end(Tag::Image, "");
    }

    pub(super) fn setup(&mut self, setup: &Setup, indent: &str) {
        self.start(Tag::Setup, &[]);
        self.items(Tag::Units, &units(setup), &self.inner(indent));
        self.end(Tag::Setup, indent);
    }

    pub(super) fn continent(&mut self, continent: &Continent, indent: &str) {
        self.start(Tag::Continent, &items::continent(continent));
        let inner = self.inner(indent);
        self.items(Tag::Translation, &continent.name.translations, &inner);
        self.end(Tag::Continent, indent);
    }

    pub(super) fn territory(&mut self, territory: &Territory, indent: &str) {
        self.start(Tag::Territory, &items::territory(territory));
        let inner = self.inner(indent);
        self.items(Tag::Translation, &territory.name.translations, &inner);
        self.items(Tag::Pivot, &territory.pivots, &inner);
        self.items(Tag::Badge, territory.badge.as_slice(), &inner);
        self.items(Tag::Neighbour, &territory.neighbours, &inner);
        self.items(Tag::Closed, &territory.closed, &inner);
        self.end(Tag::Territory, indent);
    }

    fn inner(&self, indent: &str) -> String {
        format!("{indent}{}", self.style.unit)
    }
}

/// `name="value"`.
pub(super) fn push_pair(out: &mut String, name: &str, value: &str, quote: char) {
    out.push_str(name);
    out.push('=');
    out.push(quote);
    push_attribute(out, value, quote);
    out.push(quote);
}

/// The initial units as a list, by ascending number of players.
pub(super) fn units(setup: &Setup) -> Vec<Units> {
    let units = setup.units.iter();
    units
        .map(|(&players, &each)| Units { players, each })
        .collect()
}
