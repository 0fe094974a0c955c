//! The syntax tree of a file: positions, not meaning.

use std::ops::Range;

use super::vocabulary::Tag;

/// Bytes `start..end` of the text. Files are far smaller than 4 GiB
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

    /// The text at this position.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }
}

/// An element's index in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ElementId(u32);

/// One element.
#[derive(Debug, Clone)]
pub struct Element {
    /// The name in its start tag.
    pub name: Span,
    /// From `<` to `>`, inclusive.
    pub start_tag: Span,
    /// The same; empty after `<a/>` or if it is missing.
    pub end_tag: Span,
    /// Original as `<a/>`.
    pub self_closing: bool,
    /// Position of the first character of its own text that is not white space.
    pub(super) text: Option<u32>,
    attributes: (u32, u32),
    first_child: Option<ElementId>,
    next: Option<ElementId>,
    /// Its meaning at this place; set by the reader.
    pub(super) tag: Tag,
    /// Whether the draft contains it; set by the reader.
    pub(super) taken: bool,
}

impl Element {
    /// The whole element, from the start tag to the end tag.
    pub fn span(&self) -> Span {
        Span {
            start: self.start_tag.start,
            end: self.end_tag.end,
        }
    }

    /// Everything between its tags.
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
    /// From the name to the closing quote, inclusive.
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

    /// The attributes of an element as written, including broken ones.
    pub fn attributes(&self, id: ElementId) -> &[Attribute] {
        let (start, end) = self.get(id).attributes;
        &self.attributes[start as usize..end as usize]
    }

    /// The effective attribute of that name: the first sound one.
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

    /// Turns the children of `id` after `last` into its siblings.
    pub(super) fn move_out(&mut self, id: ElementId, last: Option<ElementId>) {
        let link = match last {
            Some(last) => &mut self.get_mut(last).next,
            None => &mut self.get_mut(id).first_child,
        };
        let moved = link.take();
        self.get_mut(id).next = moved;
    }

    /// Adds an element as the last child of `parent`, after `previous`, its current last child. The
    /// end is set later.
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
