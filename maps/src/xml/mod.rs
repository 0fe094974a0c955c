//! The map file, `map.xml`: reading it with all its flaws, and writing it
//! without changing more than was changed.
//!
//! A [`Draft`] knows nothing of XML. [`read`] gives one together with its
//! [`Source`]: the text and what stands where in it. [`Source::render`] turns
//! an edited draft back into that text with only the edited places changed;
//! comments, unknown elements and attributes, indentation, quotes and line
//! ends stay as they are. [`write()`] writes a draft that came from no file.
//!
//! The format is described in `docs/map-format.md` and by two schemas in
//! `maps/schema`.

mod align;
mod attributes;
mod characters;
mod encoding;
mod flaw;
mod items;
mod lines;
mod parse;
mod patch;
mod read;
mod render;
mod scribe;
mod source;
mod text;
mod tree;
mod vocabulary;

pub use flaw::{Flaw, Kind};
pub use lines::{Lines, Position};
pub use source::Source;
pub use tree::{Attribute, Element, ElementId, Span, Tree};

use crate::{Draft, Severity};
use flaw::Flaws;
use scribe::Style;
use vocabulary::Tag;

/// What a file says, and what is wrong with it.
#[derive(Debug, Clone)]
pub struct Reading {
    /// What could be read.
    pub draft: Draft,
    /// The file that it was read from.
    pub source: Source,
    /// Everything that is wrong, in the order of the file.
    pub flaws: Vec<Flaw>,
}

impl Reading {
    /// How much the worst of the flaws matters.
    pub fn severity(&self) -> Option<Severity> {
        self.flaws.iter().map(Flaw::severity).max()
    }

    /// Whether the draft holds all that the file means to say: no flaw is an error.
    pub fn is_as_meant(&self) -> bool {
        self.severity() < Some(Severity::Error)
    }

    /// Whether the file is not XML that can be trusted, see [`Flaw::is_broken`].
    pub fn is_broken(&self) -> bool {
        self.flaws.iter().any(Flaw::is_broken)
    }
}

/// Reads a map file.
///
/// Never fails outright: of a broken file it gives what could be made out,
/// with every flaw there is. A file that is too large or not written in
/// UTF-8 gives an empty draft and one flaw. Linear in the size of the file.
pub fn read(bytes: &[u8]) -> Reading {
    let text = match encoding::decode(bytes) {
        Ok(text) => text,
        Err(flaw) => {
            return Reading {
                draft: Draft::new(),
                source: Source::new(),
                flaws: vec![flaw],
            };
        }
    };
    let start = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let lines = Lines::of(text, start);
    let (mut tree, mut flaws) = parse::parse(text, start, &lines);
    encoding::check_declared(text, &mut flaws);
    let read::Reading { draft, mask } = read::read(text, &mut tree, &mut flaws);
    let elements = |tag| {
        let children = tree.root().into_iter().flat_map(|root| tree.children(root));
        let taken = children.filter(|&id| tree.get(id).tag == tag && tree.get(id).taken);
        taken.collect()
    };
    let source = Source {
        text: text.to_owned(),
        continents: elements(Tag::Continent),
        territories: elements(Tag::Territory),
        style: Style::of(text, &lines, &tree),
        draft: draft.clone(),
        mask,
        tree,
        lines,
    };
    let flaws = flaws.finish(text, &source.lines);
    Reading {
        draft,
        source,
        flaws,
    }
}

/// Writes a draft that came from no file.
pub fn write(draft: &Draft) -> String {
    Source::new().render(draft)
}
