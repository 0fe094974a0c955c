//! From bytes to lines and columns.

use super::flaw::Position;

/// Where the lines of a text begin.
#[derive(Debug, Clone, Default)]
pub(super) struct Lines {
    /// Byte of each line's beginning, ascending; the first is that behind a
    /// byte order mark.
    starts: Vec<u32>,
}

impl Lines {
    pub(super) fn of(text: &str, first: usize) -> Self {
        let mut starts = vec![first as u32];
        starts.extend(text.match_indices('\n').map(|(at, _)| at as u32 + 1));
        Self { starts }
    }

    /// Line from 1 of a byte.
    pub(super) fn line(&self, offset: usize) -> u32 {
        let after = self
            .starts
            .partition_point(|&start| start as usize <= offset);
        after.max(1) as u32
    }

    /// Line and column of a byte. Linear in the length of its line.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.line(offset);
        let start = self
            .starts
            .get(line as usize - 1)
            .map_or(0, |&s| s as usize);
        Position {
            line,
            column: chars(text, start, offset) + 1,
        }
    }

    /// The positions of ascending bytes, in one walk over the text.
    pub(super) fn positions<'a>(
        &'a self,
        text: &'a str,
        offsets: impl Iterator<Item = usize> + 'a,
    ) -> impl Iterator<Item = Position> + 'a {
        let mut last: Option<(usize, Position)> = None;
        offsets.map(move |offset| {
            let line = self.line(offset);
            let position = match last {
                Some((from, before)) if before.line == line => Position {
                    line,
                    column: before.column + chars(text, from, offset),
                },
                _ => self.position(text, offset),
            };
            last = Some((offset, position));
            position
        })
    }
}

fn chars(text: &str, start: usize, end: usize) -> u32 {
    text.as_bytes()
        .get(start..end)
        .unwrap_or_default()
        .iter()
        // Bytes that continue a character are none of their own.
        .filter(|&&byte| byte & 0xC0 != 0x80)
        .count() as u32
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
        let offsets = [3, 5, 8, 10, 11];
        let walked: Vec<_> = lines.positions(text, offsets.into_iter()).collect();
        assert_eq!(walked, offsets.map(|offset| lines.position(text, offset)));
    }
}
