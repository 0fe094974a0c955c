//! The file that a draft was read from.

use std::ops::Range;

use super::lines::{Lines, Position};
use super::tree::{ElementId, Tree};
use super::vocabulary::Tag;
use super::writer::Style;
use crate::{ContinentKey, Draft, MaskFile, Place, Problem, TerritoryKey};

/// The text of a map file, its syntax tree, and the draft read from it.
///
/// It never changes: [`Source::render`] starts from it even after edits and saves, so that undoing
/// the removal of a territory restores its comments as well. The default is an empty source, rendered
/// in our own style.
#[derive(Debug, Clone, Default)]
pub struct Source {
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) lines: Lines,
    pub(super) draft: Draft,
    /// The mask as far as it was read, even if the draft has none.
    pub(super) mask: MaskFile,
    pub(super) style: Style,
    /// Elements of the draft's continents and territories, in their order.
    pub(super) continents: Vec<ElementId>,
    pub(super) territories: Vec<ElementId>,
}

impl Source {
    /// The text as it was read, including a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The draft as it was read.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// The syntax tree of the text.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Bytes of the start tag of the element at `place`; `None` if the file as it was read has no
    /// such element.
    pub fn locate(&self, place: Place) -> Option<Range<usize>> {
        let element = self.tree.get(self.element(place)?);
        Some(element.start_tag.range())
    }

    /// Bytes between the quotes of an attribute of the element at `place`; `None` if it has no such
    /// attribute.
    pub fn locate_attribute(&self, place: Place, name: &str) -> Option<Range<usize>> {
        let element = self.element(place)?;
        let attribute = self.tree.attribute(&self.text, element, name)?;
        Some(attribute.value.range())
    }

    /// Bytes of the start tag of the first child element of the map with that name, such as `mask`.
    pub fn locate_child(&self, name: &str) -> Option<Range<usize>> {
        let tag = Tag::Map.child(name)?;
        let mut children = self.tree.children(self.tree.root()?);
        let found = children.find(|&id| self.tree.get(id).tag == tag)?;
        Some(self.tree.get(found).start_tag.range())
    }

    /// Bytes that best show a problem of the draft as it was read: the value in question, or else
    /// the element at the problem's place, as in [`locate`](Self::locate).
    pub fn locate_problem(&self, problem: &Problem) -> Option<Range<usize>> {
        let place = problem.place();
        let attribute = problem.attribute();
        let value = attribute.and_then(|name| self.locate_attribute(place, name));
        value.or_else(|| self.locate(place))
    }

    /// Line and column of a byte; of the end for a byte beyond the text.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset.min(self.text.len()))
    }

    /// The element at `place`; `None` if the file as it was read has none.
    pub fn element(&self, place: Place) -> Option<ElementId> {
        match place {
            Place::Map => self.tree.root(),
            Place::Territory(key) => self.territory(key),
            Place::Pivot(key, at) => self.child(self.territory(key)?, Tag::Pivot, at),
            Place::Neighbour(key, at) => self.child(self.territory(key)?, Tag::Neighbour, at),
            Place::Closed(key, at) => self.child(self.territory(key)?, Tag::Closed, at),
            Place::Continent(key) => self.continent(key),
        }
    }

    fn territory(&self, key: TerritoryKey) -> Option<ElementId> {
        self.territories.get(self.draft.place_of(key)?).copied()
    }

    /// Reading hands keys out in the order of the file.
    fn continent(&self, key: ContinentKey) -> Option<ElementId> {
        let at = self.draft.continents.binary_search_by_key(&key, |c| c.key);
        self.continents.get(at.ok()?).copied()
    }

    fn child(&self, parent: ElementId, tag: Tag, at: usize) -> Option<ElementId> {
        let taken = |&id: &ElementId| {
            let element = self.tree.get(id);
            element.tag == tag && element.taken
        };
        self.tree.children(parent).filter(taken).nth(at)
    }
}
