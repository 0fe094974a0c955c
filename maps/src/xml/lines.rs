//! Converts byte offsets to lines and columns.

use std::fmt;

/// A position in a text, as in editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The start of each line, and character counts: gives lines and columns in constant time, even if
/// the whole file is one line.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    /// Byte offset of each line, ascending; that of the first is after a byte order mark.
    starts: Vec<u32>,
    /// Characters before every [`STEP`]th byte, so that columns are fast to count in long lines.
    marks: Vec<u32>,
}

/// Bytes from one mark to the next.
const STEP: usize = 1 << 10;

impl Lines {
    /// Scans a text once; `first` is the offset of its first line, 3 after a byte order mark.
    pub fn of(text: &str, first: usize) -> Self {
        let mut starts = vec![first as u32];
        starts.extend(text.match_indices('\n').map(|(at, _)| at as u32 + 1));
        let mut before = 0;
        let marks = text.as_bytes().chunks(STEP).map(|chunk| {
            let mark = before;
            before += chars(chunk);
            mark
        });
        Self {
            starts,
            marks: marks.collect(),
        }
    }

    /// Line of a byte, from 1.
    pub(super) fn line(&self, offset: usize) -> u32 {
        let after = self
            .starts
            .partition_point(|&start| start as usize <= offset);
        after.max(1) as u32
    }

    pub(super) fn start(&self, offset: usize) -> usize {
        let line = self.starts.get(self.line(offset) as usize - 1);
        line.map_or(0, |&start| start as usize)
    }

    /// Line and column of a byte of the same `text`.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let start = self.start(offset);
        let before = |offset| self.chars_before(text, offset);
        Position {
            line: self.line(offset),
            column: before(offset).saturating_sub(before(start)) + 1,
        }
    }

    fn chars_before(&self, text: &str, offset: usize) -> u32 {
        let bytes = &text.as_bytes()[..offset.min(text.len())];
        let at = bytes.len() / STEP;
        let marked = self.marks.get(at).copied();
        marked.map_or_else(
            || chars(bytes),
            |before| before + chars(&bytes[at * STEP..]),
        )
    }
}

/// Number of characters that begin in some bytes.
fn chars(bytes: &[u8]) -> u32 {
    // Continuation bytes do not begin a character.
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "\u{FEFF}<a>\r\nřeka\n";
        let lines = Lines::of(text, 3);
        let at = |needle: &str| {
            let offset = text.find(needle).unwrap();
            lines.position(text, offset).to_string()
        };
        assert_eq!(
            [at("<a>"), at("a>"), at("ř"), at("ka")],
            ["1:1", "1:2", "2:1", "2:3"]
        );
        assert_eq!(lines.position(text, text.len()).to_string(), "3:1");
    }

    #[test]
    fn columns_of_long_lines_are_correct() {
        let text = format!("<a>\n{}\nřeka", "čau ".repeat(STEP));
        let lines = Lines::of(&text, 0);
        for offset in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let line = text[..offset].split('\n').next_back().unwrap();
            let column = line.chars().count() as u32 + 1;
            assert_eq!(lines.position(&text, offset).column, column, "{offset}");
        }
    }
}
