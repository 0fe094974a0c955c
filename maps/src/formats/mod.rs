//! Foreign formats, one module each.

pub mod domination;
mod files;
pub mod geojson;
pub mod svg;

pub use files::{DiskFiles, Files};

use crate::limits::MAX_NAME_CHARS;

/// A name from an untrusted file: control characters and white space are collapsed to one blank,
/// and the length is limited; `None` if nothing is left.
pub(crate) fn tidy_name(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let name = name.trim_end().to_owned();
    (!name.is_empty()).then_some(name)
}
