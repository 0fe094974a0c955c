//! Reads the map file, `map.xml`, with all its flaws, and writes it with minimal changes.
//!
//! A [`Draft`] is independent of XML. [`read`] returns one together with its [`Source`]: the text
//! and the position of everything in it. [`Source::render`] turns an edited draft back into that
//! text, changing only what was edited; comments, unknown elements and attributes, indentation,
//! quotes and line ends are preserved. [`write()`] writes a draft without a source.
//!
//! The format is described in `docs/map-format.md` and by two schemas in `maps/schema`.

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
mod source;
mod text;
mod tree;
mod vocabulary;
mod writer;

pub use flaw::{Flaw, Kind};
pub use lines::{Lines, Position};
pub use source::Source;
pub use tree::{Attribute, Element, ElementId, Span, Tree};

use crate::{Draft, Severity};
use flaw::Flaws;
use vocabulary::Tag;
use writer::Style;

/// The result of reading a file.
#[derive(Debug, Clone)]
pub struct Reading {
    /// What could be read.
    pub draft: Draft,
    /// The source of the draft.
    pub source: Source,
    /// Everything that is wrong, in the order of the file.
    pub flaws: Vec<Flaw>,
}

impl Reading {
    /// The severity of the worst flaw.
    pub fn severity(&self) -> Option<Severity> {
        self.flaws.iter().map(Flaw::severity).max()
    }

    /// Whether no flaw is an error, so that the draft holds everything the file means to say.
    pub fn is_as_meant(&self) -> bool {
        self.severity() < Some(Severity::Error)
    }

    /// Whether the file is not trustworthy XML, see [`Flaw::is_broken`].
    pub fn is_broken(&self) -> bool {
        self.flaws.iter().any(Flaw::is_broken)
    }
}

/// Reads a map file.
///
/// Never fails: from a broken file it recovers what it can and reports every flaw. A file that is
/// too large or not UTF-8 gives an empty draft and one flaw. Takes time linear in the size of the
/// file.
pub fn read(bytes: &[u8]) -> Reading {
    let text = match encoding::decode(bytes) {
        Ok(text) => text,
        Err(flaw) => {
            return Reading {
                draft: Draft::new(),
                source: Source::default(),
                flaws: vec![flaw],
            };
        }
    };
    let start = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
    let lines = Lines::of(text, start);
    let (mut tree, mut flaws) = parse::parse(text, start, &lines);
    encoding::check_declared(text, &mut flaws);
    let (draft, mask) = read::read(text, &mut tree, &mut flaws);
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

/// Writes a draft without a source.
pub fn write(draft: &Draft) -> String {
    Source::default().render(draft)
}
