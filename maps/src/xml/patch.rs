//! Applies local changes to a text.

use super::items::Field;
use super::lines::Lines;
use super::source::Source;
use super::text::{Layout, push_attribute, push_text};
use super::tree::{ElementId, Span, Tree};
use super::vocabulary::Tag;
use super::writer::{Style, Writer, indentation, own_line, push_pair};

/// Collects changes of a text.
pub(super) struct Patcher<'a> {
    pub(super) text: &'a str,
    lines: &'a Lines,
    pub(super) tree: &'a Tree,
    pub(super) style: &'a Style,
    edits: Vec<(Span, String)>,
}

impl<'a> Patcher<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self {
            text: &source.text,
            lines: &source.lines,
            tree: &source.tree,
            style: &source.style,
            edits: Vec::new(),
        }
    }

    /// The whole text with all changes applied.
    pub(super) fn finish(self) -> String {
        apply(self.text, Span::new(0, self.text.len()), self.edits)
    }

    /// The text of one element with the changes made by `patch`, which are not applied in place.
    pub(super) fn cut(&mut self, id: ElementId, patch: impl FnOnce(&mut Self)) -> String {
        let before = self.edits.len();
        patch(self);
        let edits = self.edits.split_off(before);
        apply(self.text, self.tree.get(id).span(), edits)
    }

    fn replace(&mut self, start: usize, end: usize, with: impl Into<String>) {
        self.edits.push((Span::new(start, end), with.into()));
    }

    /// Writes the attributes that differ between `old` and `new`.
    pub(super) fn attributes(&mut self, id: ElementId, old: &[Field<'_>], new: &[Field<'_>]) {
        for (at, ((_, old), (name, new_value))) in old.iter().zip(new).enumerate() {
            if old != new_value {
                match new_value {
                    Some(value) => self.set_attribute(id, name, value, &new[..at]),
                    None => self.remove_attribute(id, name),
                }
            }
        }
    }

    fn set_attribute(&mut self, id: ElementId, name: &str, value: &str, before: &[Field<'_>]) {
        let attributes = self.tree.attributes(id);
        let named = |name: &str| {
            let mut all = attributes.iter();
            all.find(|a| a.name.of(self.text) == name).copied()
        };
        let mut out = String::new();
        if let Some(attribute) = named(name) {
            let quote = self.quote_before(attribute.value.start as usize);
            if let (true, Some(quote)) = (attribute.sound, quote) {
                push_attribute(&mut out, value, quote);
                self.edits.push((attribute.value, out));
            } else {
                push_pair(&mut out, name, value, self.style.quote);
                self.edits.push((attribute.whole, out));
            }
            return;
        }
        let stays = before.iter().rev().filter(|(_, value)| value.is_some());
        let previous = stays.into_iter().find_map(|(name, _)| named(name));
        let at = previous.map_or(self.tree.get(id).name.end, |a| a.whole.end);
        let quote = previous.and_then(|a| self.quote_before(a.value.start as usize));
        // If each attribute has a line of its own, the new one gets one as well.
        let blanks = attributes.last().map(|last| {
            let start = self.text[..last.whole.start as usize].trim_end().len();
            &self.text[start..last.whole.start as usize]
        });
        let blanks = blanks.filter(|blanks| blanks.contains('\n'));
        out.push_str(blanks.unwrap_or(" "));
        push_pair(&mut out, name, value, quote.unwrap_or(self.style.quote));
        self.edits.push((Span::at(at as usize), out));
    }

    fn quote_before(&self, offset: usize) -> Option<char> {
        let last = self.text[..offset].chars().next_back();
        last.filter(|&c| c == '"' || c == '\'')
    }

    fn remove_attribute(&mut self, id: ElementId, name: &str) {
        for attribute in self.tree.attributes(id) {
            if attribute.name.of(self.text) == name {
                let (start, end) = (attribute.whole.start as usize, attribute.whole.end as usize);
                let before = self.text[..start].trim_end().len();
                let after = &self.text[end..];
                let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
                let next = after[blanks..].starts_with(|c| !matches!(c, '\n' | '\r' | '/' | '>'));
                if self.text[before..start].contains('\n') && blanks > 0 && next {
                    // The first of its line: the others keep their positions.
                    self.replace(start, end + blanks, "");
                } else {
                    self.replace(before, end, "");
                }
            }
        }
    }

    pub(super) fn set_text(&mut self, id: ElementId, text: &str, layout: Layout) {
        let element = self.tree.get(id);
        let mut out = String::new();
        if element.self_closing {
            let (start, end) = (self.tag_end(id), element.start_tag.end as usize);
            out.push('>');
            push_text(&mut out, text, layout, self.style.newline);
            for part in ["</", element.name.of(self.text), ">"] {
                out.push_str(part);
            }
            self.replace(start, end, out);
            return;
        }
        // White space at both ends is layout and stays.
        let content = element.content();
        let written = content.of(self.text);
        let start = content.start as usize + written.len() - written.trim_start().len();
        let end = content.start as usize + written.trim_end().len();
        let (start, end) = if start < end {
            (start, end)
        } else {
            (content.start as usize, content.end as usize)
        };
        let indent = written.split('\n').nth(1).map(|line| {
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            &line[..blanks]
        });
        let newline = format!("{}{}", self.style.newline, indent.unwrap_or_default());
        push_text(&mut out, text, layout, &newline);
        self.replace(start, end, out);
    }

    /// Position of the `>` or `/>` of a start tag, including preceding blanks.
    fn tag_end(&self, id: ElementId) -> usize {
        let tag = self.tree.get(id).start_tag;
        let inner = tag.of(self.text);
        let inner = inner.strip_suffix('>').unwrap_or(inner);
        let inner = inner.strip_suffix('/').unwrap_or(inner);
        tag.start as usize + inner.trim_end().len()
    }

    /// Removes an element, with its lines if it has them to itself.
    fn remove(&mut self, id: ElementId) {
        let span = self.tree.get(id).span();
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        let after = &self.text[end..];
        let blanks = after.len() - after.trim_start_matches([' ', '\t', '\r']).len();
        if let Some(before) = own_line(self.text, start)
            && after[blanks..].starts_with('\n')
        {
            start -= before.len();
            end += blanks + 1;
        }
        self.replace(start, end, "");
    }

    /// The end of the comments after `offset` if nothing else follows on that line, otherwise
    /// `offset`.
    fn behind_comments(&self, offset: usize) -> usize {
        let mut at = offset;
        let mut end = offset;
        loop {
            let rest = &self.text[at..];
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
            at += blanks;
            let rest = &rest[blanks..];
            if rest.starts_with("<!--")
                && let Some(length) = rest.find("-->")
                && !rest[..length].contains('\n')
            {
                at += length + 3;
                end = at;
            } else if rest.is_empty() || rest.starts_with(['\n', '\r']) {
                return end;
            } else {
                return offset;
            }
        }
    }
}

/// Applies changes within `span`. Of changes at the same position, the shorter comes first, and
/// insertions keep their order.
fn apply(text: &str, span: Span, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|(span, _)| (span.start, span.end));
    let added: usize = edits.iter().map(|(_, new)| new.len()).sum();
    let mut out = String::with_capacity(span.range().len() + added);
    let mut at = span.start as usize;
    for (place, new) in edits {
        let start = place.start as usize;
        // Two removals may share the blanks between them.
        out.push_str(text.get(at..start).unwrap_or_default());
        out.push_str(&new);
        at = at.max(place.end as usize);
    }
    out.push_str(&text[at..span.end as usize]);
    out
}

/// Where a new child is inserted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    Start,
    /// In front of the child at that index, after anything inserted `After` the previous one.
    Before(usize),
    After(usize),
}

impl Gap {
    fn order(self) -> usize {
        match self {
            Self::Start => 0,
            Self::Before(at) => 2 * at + 1,
            Self::After(at) => 2 * at + 2,
        }
    }
}

/// Changes among the children of one element, applied by [`Children::finish`].
pub(super) struct Children<'p, 'a> {
    pub(super) patcher: &'p mut Patcher<'a>,
    parent: ElementId,
    kids: Vec<ElementId>,
    removed: Vec<bool>,
    inserted: Vec<(Gap, u8, String)>,
    /// Positions for kinds of which there is no child yet.
    gaps: Vec<(Tag, Gap)>,
    /// The indentation of new children.
    pub(super) indent: String,
}

impl<'p, 'a> Children<'p, 'a> {
    pub(super) fn of(patcher: &'p mut Patcher<'a>, parent: ElementId) -> Self {
        let (text, tree) = (patcher.text, patcher.tree);
        let start = |id| tree.get(id).start_tag.start as usize;
        let kids: Vec<_> = tree.children(parent).collect();
        let indent = kids.iter().find_map(|&kid| own_line(text, start(kid)));
        let indent = indent.map_or_else(
            || {
                let outer = indentation(text, patcher.lines, start(parent));
                format!("{outer}{}", patcher.style.unit)
            },
            str::to_owned,
        );
        Self {
            removed: vec![false; kids.len()],
            patcher,
            parent,
            kids,
            inserted: Vec::new(),
            gaps: Vec::new(),
            indent,
        }
    }

    /// Indices of the children of a kind; only those contained in the draft if `taken`.
    pub(super) fn with_tag(&self, tag: Tag, taken: bool) -> Vec<usize> {
        let tree = self.patcher.tree;
        let kids = self.kids.iter().enumerate();
        kids.filter(|&(_, &kid)| {
            let element = tree.get(kid);
            element.tag == tag && (element.taken || !taken)
        })
        .map(|(at, _)| at)
        .collect()
    }

    pub(super) fn id(&self, kid: usize) -> ElementId {
        self.kids[kid]
    }

    /// Whether all original children are removed.
    pub(super) fn all_removed(&self) -> bool {
        self.removed.iter().all(|&removed| removed)
    }

    pub(super) fn remove(&mut self, kid: usize) {
        self.removed[kid] = true;
    }

    /// Inserts a child after the one at `previous`, or else before that at `next`, or else
    /// according to the order of the format.
    pub(super) fn insert(
        &mut self,
        tag: Tag,
        previous: Option<usize>,
        next: Option<usize>,
        write: impl FnOnce(&mut Writer<'_>, &str),
    ) {
        let mut writer = Writer::new(self.patcher.style);
        write(&mut writer, &self.indent);
        self.insert_text(tag, previous, next, writer.out);
    }

    pub(super) fn insert_text(
        &mut self,
        tag: Tag,
        previous: Option<usize>,
        next: Option<usize>,
        text: String,
    ) {
        let gap = match (previous, next) {
            (Some(previous), _) => Gap::After(previous),
            (None, Some(next)) => Gap::Before(next),
            (None, None) => self.gap_for(tag),
        };
        self.inserted.push((gap, tag.rank(), text));
    }

    fn gap_for(&mut self, tag: Tag) -> Gap {
        if let Some(&(_, gap)) = self.gaps.iter().find(|&&(known, _)| known == tag) {
            return gap;
        }
        let gap = self.gap_by_rank(tag);
        self.gaps.push((tag, gap));
        gap
    }

    fn gap_by_rank(&self, tag: Tag) -> Gap {
        let tree = self.patcher.tree;
        let tags = || self.kids.iter().map(|&kid| tree.get(kid).tag);
        let known = |other: Tag| other != Tag::Unknown;
        if let Some(at) = tags().rposition(|other| known(other) && other.rank() <= tag.rank()) {
            return Gap::After(at);
        }
        if let Some(at) = tags().position(known) {
            return Gap::Before(at);
        }
        self.kids
            .len()
            .checked_sub(1)
            .map_or(Gap::Start, Gap::After)
    }

    pub(super) fn finish(mut self) {
        for (at, &kid) in self.kids.iter().enumerate() {
            if self.removed[at] {
                self.patcher.remove(kid);
            }
        }
        if self.inserted.is_empty() {
            return;
        }
        let mut inserted = std::mem::take(&mut self.inserted);
        inserted.sort_by_key(|(gap, rank, _)| (gap.order(), *rank));
        let element = self.patcher.tree.get(self.parent);
        if element.self_closing {
            let mut out = String::from(">");
            for (_, _, text) in &inserted {
                self.push_line(&mut out, text);
            }
            out.push_str(self.patcher.style.newline);
            out.push_str(self.outer());
            for part in ["</", element.name.of(self.patcher.text), ">"] {
                out.push_str(part);
            }
            let (start, end) = (
                self.patcher.tag_end(self.parent),
                element.start_tag.end as usize,
            );
            self.patcher.replace(start, end, out);
            return;
        }
        let unbroken =
            self.kids.is_empty() && !element.content().of(self.patcher.text).contains('\n');
        let mut staying = vec![None];
        for (kid, &removed) in self.removed.iter().enumerate() {
            let before = staying[kid];
            staying.push(if removed { before } else { Some(kid) });
        }
        let last = inserted.len() - 1;
        // Insertions at the same position follow one another.
        let mut behind = None;
        for (at, (gap, _, text)) in inserted.into_iter().enumerate() {
            let (place, mut out) = self.place(gap, &text, &staying, &mut behind);
            if unbroken && at == last {
                out.push_str(self.patcher.style.newline);
                out.push_str(self.outer());
            }
            self.patcher.replace(place, place, out);
        }
    }

    /// The indentation of the parent's own line.
    fn outer(&self) -> &'a str {
        let start = self.patcher.tree.get(self.parent).start_tag.start;
        indentation(self.patcher.text, self.patcher.lines, start as usize)
    }

    fn push_line(&self, out: &mut String, text: &str) {
        out.push_str(self.patcher.style.newline);
        out.push_str(&self.indent);
        out.push_str(text);
    }

    /// The position of a new child, and its text with surrounding white space. `staying` gives for
    /// each child the last one before it that stays; `behind` caches where comments ended in the
    /// last search.
    fn place(
        &self,
        gap: Gap,
        text: &str,
        staying: &[Option<usize>],
        behind: &mut Option<(usize, usize)>,
    ) -> (usize, String) {
        let patcher = &*self.patcher;
        let span = |kid: usize| patcher.tree.get(self.kids[kid]).span();
        let own = |kid: usize| own_line(patcher.text, span(kid).start as usize);
        let mut out = String::new();
        let reach = match gap {
            Gap::Before(kid) if !self.removed[kid] => {
                let start = span(kid).start as usize;
                let Some(before) = own(kid) else {
                    return (start, text.to_owned());
                };
                out.push_str(&self.indent);
                out.push_str(text);
                out.push_str(patcher.style.newline);
                return (start - before.len(), out);
            }
            Gap::Start | Gap::Before(0) => 0,
            Gap::Before(kid) => kid,
            Gap::After(kid) => kid + 1,
        };
        // After the last preceding child that stays.
        let (at, apart) = staying[reach].map_or_else(
            || {
                let apart = self.kids.is_empty() || own(0).is_some();
                (patcher.tree.get(self.parent).start_tag.end, apart)
            },
            |kid| (span(kid).end, own(kid).is_some()),
        );
        let at = at as usize;
        if apart {
            self.push_line(&mut out, text);
            let known = behind.filter(|&(from, _)| from == at);
            let (_, end) =
                *behind.insert(known.unwrap_or_else(|| (at, patcher.behind_comments(at))));
            (end, out)
        } else {
            (at, text.to_owned())
        }
    }
}
