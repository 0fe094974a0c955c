//! The file that a draft was read from.

use std::ops::Range;

use super::lines::{Lines, Position};
use super::patch::Original;
use super::render::render;
use super::tree::{ElementId, Tree};
use super::vocabulary::Tag;
use super::writer::Style;
use crate::{ContinentKey, Draft, FORMAT, MaskFile, Place, Problem, TerritoryKey};

/// The text of a map file, its syntax tree, and the draft read from it.
///
/// It never changes: [`Source::render`] starts from it even after edits and saves, so that undoing
/// the removal of a territory restores its comments as well.
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
    /// An empty source: everything is rendered in our own style, indented by two spaces.
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

    /// The file with the content of `draft`, which must derive from the draft as it was read.
    ///
    /// Everything unchanged is preserved byte for byte; an unchanged draft gives exactly the
    /// original text. Territories and continents are matched by key, and their order in the list is
    /// their order in the file. New elements adopt the indentation, line ends and quotes of their
    /// surroundings; a removed element takes its own lines with it. Takes time linear in the size
    /// of the file.
    pub fn render(&self, draft: &Draft) -> String {
        let root = self.tree.root();
        let Some(root) = root.filter(|&root| self.tree.get(root).tag == Tag::Map) else {
            return if self.text.is_empty() || *draft != self.draft {
                self.without_content().render(draft)
            } else {
                self.text.clone()
            };
        };
        let original = Original {
            text: &self.text,
            lines: &self.lines,
            tree: &self.tree,
            style: &self.style,
            draft: &self.draft,
            mask: &self.mask,
        };
        render(&original, root, draft)
    }

    /// A map without content in the style of this file.
    fn without_content(&self) -> Self {
        let Style { newline, quote, .. } = self.style;
        let end = self.style.self_close();
        let declaration = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
        let map = format!("<map format={quote}{FORMAT}{quote}{end}");
        let text = [declaration, newline, &map, newline].concat();
        Self {
            style: self.style.clone(),
            ..super::read(text.as_bytes()).source
        }
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
