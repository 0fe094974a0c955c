//! Foreign formats, one module each. Domination maps are written, too.

pub mod domination;
mod files;
pub mod geojson;
pub mod svg;

pub use files::{DiskFiles, Files};

use crate::files::root_element;
use crate::limits::MAX_NAME_CHARS;

/// Whether a file that begins with these bytes is a map of Conquer Club. Its root element is `map`,
/// too, but without our `format`, and it has elements that our maps never have.
pub fn is_conquer_club(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let Some((_, rest)) = text.split_once("<map") else {
        return false;
    };
    let attributes = rest.split('>').next().unwrap_or_default();
    let is_end = |c: char| c.is_whitespace() || matches!(c, '>' | '/');
    let mut elements = rest.split('<').filter_map(|tag| tag.split(is_end).next());
    root_element(head) == Some("map")
        && !attributes.contains("format")
        && elements.any(|name| matches!(name, "borders" | "coordinates" | "components"))
}

/// A name from an untrusted file: control characters and white space are collapsed to one blank,
/// and the length is limited; `None` if nothing is left.
pub(crate) fn tidy_name(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let name = name.trim_end().to_owned();
    (!name.is_empty()).then_some(name)
}
