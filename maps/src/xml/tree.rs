//! The file as a tree of places: what stands where, not what it means.

use std::ops::Range;

use super::vocabulary::Tag;

/// Bytes `start..end` of the text. Files end far below 4 GiB
/// ([`MAX_XML_BYTES`](crate::limits::MAX_XML_BYTES)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Self {
        Self {
            start: start as u32,
            end: end.max(start) as u32,
        }
    }

    pub(super) fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What stands there in the text.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }
}

/// An element's place in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ElementId(u32);

/// One element.
#[derive(Debug, Clone)]
pub struct Element {
    /// Its name in the start tag.
    pub name: Span,
    /// From `<` to behind `>`.
    pub start_tag: Span,
    /// The same; empty where there is none: after `<a/>`, or where it is missing.
    pub end_tag: Span,
    /// Written as `<a/>`.
    pub self_closing: bool,
    /// First character of its own text that is not white space.
    pub(super) text: Option<u32>,
    attributes: (u32, u32),
    first_child: Option<ElementId>,
    next: Option<ElementId>,
    /// What it means where it stands; set by reading.
    pub(super) tag: Tag,
    /// Whether the draft holds what it says; set by reading.
    pub(super) taken: bool,
}

impl Element {
    /// The whole element, from its `<` to behind its last `>`.
    pub fn span(&self) -> Span {
        Span {
            start: self.start_tag.start,
            end: self.end_tag.end,
        }
    }

    /// What stands between its tags.
    pub(super) fn content(&self) -> Span {
        Span {
            start: self.start_tag.end,
            end: self.end_tag.start,
        }
    }
}

/// One attribute.
#[derive(Debug, Clone, Copy)]
pub struct Attribute {
    /// Its name.
    pub name: Span,
    /// Between the quotes, as written.
    pub value: Span,
    /// From the name to behind the closing quote.
    pub whole: Span,
    /// Whether it is well formed and the first of its name.
    pub sound: bool,
}

/// All elements of a file in document order.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    elements: Vec<Element>,
    attributes: Vec<Attribute>,
}

impl Tree {
    pub(super) fn root(&self) -> Option<ElementId> {
        (!self.elements.is_empty()).then_some(ElementId(0))
    }

    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The last element that begins at or before a byte.
    pub fn at(&self, byte: usize) -> Option<ElementId> {
        let begun = |element: &Element| element.start_tag.start as usize <= byte;
        let after = self.elements.partition_point(begun);
        Some(ElementId(after.checked_sub(1)? as u32))
    }

    /// An element.
    pub fn get(&self, id: ElementId) -> &Element {
        &self.elements[id.0 as usize]
    }

    pub(super) fn get_mut(&mut self, id: ElementId) -> &mut Element {
        &mut self.elements[id.0 as usize]
    }

    /// The attributes of an element as they stand, broken ones too.
    pub fn attributes(&self, id: ElementId) -> &[Attribute] {
        let (start, end) = self.get(id).attributes;
        &self.attributes[start as usize..end as usize]
    }

    /// The attribute that counts under that name: the first sound one.
    pub(super) fn attribute(&self, text: &str, id: ElementId, name: &str) -> Option<Attribute> {
        let mut all = self.attributes(id).iter();
        all.find(|a| a.sound && a.name.of(text) == name).copied()
    }

    pub(super) fn first_child(&self, id: ElementId) -> Option<ElementId> {
        self.get(id).first_child
    }

    pub(super) fn next(&self, id: ElementId) -> Option<ElementId> {
        self.get(id).next
    }

    pub(super) fn children(&self, id: ElementId) -> impl Iterator<Item = ElementId> {
        std::iter::successors(self.first_child(id), |&child| self.next(child))
    }

    pub(super) fn any_self_closing(&self) -> Option<&Element> {
        self.elements.iter().find(|e| e.self_closing)
    }

    pub(super) fn first_attribute(&self) -> Option<&Attribute> {
        self.attributes.iter().find(|a| a.sound)
    }

    /// Makes the children of `id` behind `last` its siblings.
    pub(super) fn move_out(&mut self, id: ElementId, last: Option<ElementId>) {
        let link = match last {
            Some(last) => &mut self.get_mut(last).next,
            None => &mut self.get_mut(id).first_child,
        };
        let moved = link.take();
        self.get_mut(id).next = moved;
    }

    /// Adds an element as the last child of `parent`, whose last child so far
    /// is `previous`. Its end is not known yet.
    pub(super) fn add(
        &mut self,
        parent: Option<ElementId>,
        previous: Option<ElementId>,
        name: Span,
        start_tag: Span,
        attributes: &[Attribute],
    ) -> ElementId {
        let id = ElementId(self.elements.len() as u32);
        let first = self.attributes.len() as u32;
        self.attributes.extend_from_slice(attributes);
        self.elements.push(Element {
            name,
            start_tag,
            end_tag: Span::at(start_tag.end as usize),
            self_closing: false,
            text: None,
            attributes: (first, self.attributes.len() as u32),
            first_child: None,
            next: None,
            tag: Tag::Unknown,
            taken: false,
        });
        match (previous, parent) {
            (Some(previous), _) => self.get_mut(previous).next = Some(id),
            (None, Some(parent)) => self.get_mut(parent).first_child = Some(id),
            (None, None) => {}
        }
        id
    }
}
