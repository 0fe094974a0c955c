//! The file that a draft was read from.

use std::ops::Range;

use super::lines::{Lines, Position};
use super::patch::Written;
use super::render::{render, render_new};
use super::scribe::Style;
use super::tree::{ElementId, Tree};
use super::vocabulary::Tag;
use crate::{ContinentKey, Draft, MaskFile, Place, Problem, TerritoryKey};

/// The text of a map file, what stands where in it, and the draft it was read
/// as.
///
/// It stays as it was read: after any number of edits and savings,
/// [`Source::render`] starts from it, so that undoing the removal of a
/// territory after saving brings back its comments, too.
#[derive(Debug, Clone)]
pub struct Source {
    pub(super) text: String,
    pub(super) tree: Tree,
    pub(super) lines: Lines,
    pub(super) draft: Draft,
    pub(super) mask: MaskFile,
    pub(super) style: Style,
    /// Elements of the draft's continents and territories, in their order.
    pub(super) continents: Vec<ElementId>,
    pub(super) territories: Vec<ElementId>,
}

impl Default for Source {
    fn default() -> Self {
        Self::new()
    }
}

impl Source {
    /// No file yet: whatever is rendered is written anew in our own style,
    /// indented by two spaces.
    pub fn new() -> Self {
        Self {
            text: String::new(),
            tree: Tree::default(),
            lines: Lines::of("", 0),
            draft: Draft::new(),
            mask: MaskFile::default(),
            style: Style::default(),
            continents: Vec::new(),
            territories: Vec::new(),
        }
    }

    /// The text as it was read, byte order mark included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The draft as it was read.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What stands where in the text.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The file with what `draft` says, which came from the draft as it was
    /// read by edits.
    ///
    /// Whatever is the same stays the same, byte for byte; an unchanged draft
    /// gives the very text that was read. A territory or continent is the same
    /// if it has the same key; where it stands in the list, it stands in the
    /// file. New elements take over the indentation, line ends and quotes of
    /// those around them; what is removed takes its own lines along. Linear in
    /// the size of the file.
    pub fn render(&self, draft: &Draft) -> String {
        if self
            .tree
            .root()
            .is_none_or(|root| self.tree.get(root).tag != Tag::Map)
        {
            return if self.text.is_empty() || *draft != self.draft {
                render_new(&self.style, draft)
            } else {
                self.text.clone()
            };
        }
        let written = Written {
            text: &self.text,
            lines: &self.lines,
            tree: &self.tree,
            style: &self.style,
            draft: &self.draft,
            mask: &self.mask,
        };
        render(&written, draft)
    }

    /// Bytes of the element that `place` is about: of its start tag, or of all
    /// of it where it has no content. `None` where the file as it was read has
    /// no such element.
    pub fn locate(&self, place: Place) -> Option<Range<usize>> {
        let element = self.tree.get(self.element(place)?);
        Some(element.start_tag.range())
    }

    /// Bytes between the quotes of an attribute of the element that `place` is
    /// about. `None` where it has no such attribute.
    pub fn locate_attribute(&self, place: Place, name: &str) -> Option<Range<usize>> {
        let element = self.element(place)?;
        let attribute = self.tree.attribute(&self.text, element, name)?;
        Some(attribute.value.range())
    }

    /// Bytes of the start tag of the map's own child element of that name, such as
    /// `mask`; the first if there are several.
    pub fn locate_child(&self, name: &str) -> Option<Range<usize>> {
        let tag = Tag::Map.child(name)?;
        let mut children = self.tree.children(self.tree.root()?);
        let found = children.find(|&id| self.tree.get(id).tag == tag)?;
        Some(self.tree.get(found).start_tag.range())
    }

    /// Bytes that show best what is wrong with the draft as it was read: the
    /// value in question, or else what [`locate`](Self::locate) gives for the
    /// problem's place.
    pub fn locate_problem(&self, problem: &Problem) -> Option<Range<usize>> {
        let place = problem.place();
        let attribute = problem.attribute();
        let value = attribute.and_then(|name| self.locate_attribute(place, name));
        value.or_else(|| self.locate(place))
    }

    /// Line and column of a byte of the text; the end's for one beyond it.
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(&self.text, offset.min(self.text.len()))
    }

    /// The element that `place` is about. `None` where the file as it was read has no
    /// such element.
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

    /// Reading hands keys out in the order of the file.
    fn territory(&self, key: TerritoryKey) -> Option<ElementId> {
        let at = self.draft.territories.binary_search_by_key(&key, |t| t.key);
        self.territories.get(at.ok()?).copied()
    }

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
