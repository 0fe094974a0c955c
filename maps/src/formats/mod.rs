//! Foreign formats, one module each.

pub mod domination;
mod files;
pub mod geojson;
pub mod svg;

pub use files::{DiskFiles, Files};

use crate::limits::MAX_NAME_CHARS;

/// A stranger's text on one line, fit for a terminal and a log: control
/// characters, and those that turn the direction of what follows, are escaped,
/// such as `\u{1b}`.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A name from a stranger's file: control characters and runs of blanks
/// become one blank, what is too long is cut; `None` if nothing is left.
pub(crate) fn tidy_name(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(MAX_NAME_CHARS).collect();
    let name = name.trim_end().to_owned();
    (!name.is_empty()).then_some(name)
}
