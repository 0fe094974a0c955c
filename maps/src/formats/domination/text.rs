//! Decodes the text of Domination's files, with its different encodings and line ends.

pub(super) struct Text {
    content: String,
    /// Read as Latin-1, though it is also valid UTF-8.
    pub(super) looks_like_utf8: bool,
    /// Marked as UTF-8 or UTF-16, but with invalid bytes, which became U+FFFD.
    pub(super) damaged: bool,
}

impl Text {
    /// The text of a file: UTF-8 or UTF-16 according to its byte order mark, otherwise Latin-1, in
    /// which every byte is a character.
    pub(super) fn decode(bytes: &[u8]) -> Self {
        let order: Option<fn([u8; 2]) -> u16> = match bytes {
            [0xFF, 0xFE, ..] => Some(u16::from_le_bytes),
            [0xFE, 0xFF, ..] => Some(u16::from_be_bytes),
            _ => None,
        };
        if let Some(order) = order {
            let (pairs, rest) = bytes[2..].as_chunks::<2>();
            let units = pairs.iter().map(|&pair| order(pair));
            let content: String = char::decode_utf16(units)
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect();
            return Self {
                damaged: !rest.is_empty() || content.contains(char::REPLACEMENT_CHARACTER),
                content,
                looks_like_utf8: false,
            };
        }
        if let Some(bytes) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
            let text = String::from_utf8_lossy(bytes);
            return Self {
                damaged: matches!(text, std::borrow::Cow::Owned(_)),
                content: text.into_owned(),
                looks_like_utf8: false,
            };
        }
        Self {
            content: bytes.iter().map(|&byte| char::from(byte)).collect(),
            looks_like_utf8: !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok(),
            damaged: false,
        }
    }

    /// The lines with their numbers from 1, ended by LF, CRLF or CR.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u32, &str)> {
        let mut rest = Some(&*self.content);
        let lines = std::iter::from_fn(move || {
            let text = rest?;
            let Some(end) = text.find(['\r', '\n']) else {
                rest = None;
                return Some(text);
            };
            let after = &text[end..];
            let skip = if after.starts_with("\r\n") { 2 } else { 1 };
            rest = Some(&after[skip..]);
            Some(&text[..end])
        });
        (1..).zip(lines)
    }
}

/// The words of a line, and whether a comment follows them. Like in Domination, only ASCII blanks
/// separate words: a no-break space is part of a name.
///
/// The format allows comments only on lines of their own. Each of the first `free` words may begin
/// with `;`; a later word that does so begins a comment.
pub(super) fn words(line: &str, free: usize) -> (Vec<&str>, bool) {
    let mut words = Vec::new();
    for word in line.split_ascii_whitespace() {
        if words.len() >= free && word.starts_with(';') {
            return (words, true);
        }
        words.push(word);
    }
    (words, false)
}

/// A name as displayed: `_` stands for a space; control characters and noncharacters are removed.
/// May be empty.
pub(super) fn readable(token: &str) -> String {
    let spaced: String = token
        .chars()
        .filter(|c| !matches!(c, '\u{FFFE}' | '\u{FFFF}'))
        .map(|c| if c == '_' || c.is_control() { ' ' } else { c })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
