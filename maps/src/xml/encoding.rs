//! Decodes UTF-8, and recognises other encodings for error messages.

use super::flaw::{Flaw, Kind, excerpt};
use super::lines::Position;
use super::{Flaws, Span};
use crate::files::PICTURE;
use crate::limits::MAX_XML_BYTES as MAX;

/// The text of a file, or the flaw that prevents reading it.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, Flaw> {
    if bytes.len() as u64 > MAX {
        let bytes = bytes.len();
        let message = format!("the file has {bytes} bytes; a map file may have {MAX}");
        return Err(at_start(Kind::Limit, message));
    }
    if marchland_pictures::is_zip(bytes) {
        return Err(at_start(Kind::Encoding, marchland_pictures::ZIP.to_owned()));
    }
    if let Some(found) = wide(bytes) {
        return Err(at_start(Kind::Encoding, written_in(found)));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let good = &bytes[..offset];
        let line = good.split(|&byte| byte == b'\n').count();
        let line_start = good.iter().rposition(|&byte| byte == b'\n');
        let line_start = line_start.map_or(0, |at| at + 1);
        let characters = good[line_start..].iter().filter(|&&b| b & 0xC0 != 0x80);
        let prefix = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        let message = match declared(&prefix) {
            Some((name, _)) if !is_utf8(name) => written_in(&excerpt(name)),
            _ if (PICTURE.begins)(bytes) => {
                "this is a picture; the map is the map.xml beside it".to_owned()
            }
            _ if bytes.iter().any(|byte| is_control(*byte)) => "this is not a text file".to_owned(),
            _ => written_in(&format!(
                "another encoding (Latin-1?): the byte 0x{:02X} is not UTF-8",
                bytes[offset]
            )),
        };
        Flaw {
            kind: Kind::Encoding,
            message,
            span: offset..offset + 1,
            position: Position {
                line: line as u32,
                column: characters.count() as u32 + 1,
            },
        }
    })
}

/// Reports a text that declares another encoding: other programs would read other letters than we
/// do.
pub(super) fn check_declared(text: &str, flaws: &mut Flaws) {
    if let Some((name, at)) = declared(text)
        && !is_utf8(name)
    {
        let span = Span::new(at, at + name.len());
        flaws.add(span, Kind::Encoding, written_in(&excerpt(name)));
    }
}

/// `found` is the apparent or declared encoding.
fn written_in(found: &str) -> String {
    format!("the file is written in {found}; save it as UTF-8")
}

fn at_start(kind: Kind, message: String) -> Flaw {
    Flaw {
        kind,
        message,
        span: 0..0,
        position: Position { line: 1, column: 1 },
    }
}

/// A byte that no text has, in any encoding of single bytes.
fn is_control(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1A | 0x7F)
}

fn is_utf8(name: &str) -> bool {
    name.eq_ignore_ascii_case("UTF-8")
}

/// Encodings of two or four bytes a character, recognised by a byte order mark or by their `<`.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [b'<', 0, 0, 0, ..] => Some("UTF-32LE"),
        [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, b'<', ..] => Some("UTF-32BE"),
        [0xFF, 0xFE, ..] | [b'<', 0, ..] => Some("UTF-16LE"),
        [0xFE, 0xFF, ..] | [0, b'<', ..] => Some("UTF-16BE"),
        _ => None,
    }
}

/// The encoding in the XML declaration, and its position.
fn declared(text: &str) -> Option<(&str, usize)> {
    let inner = text.trim_start_matches('\u{FEFF}').strip_prefix("<?xml")?;
    let declaration = &inner[..inner.find("?>")?];
    let from = declaration.find("encoding")? + "encoding".len();
    let value = declaration[from..]
        .trim_start()
        .strip_prefix('=')?
        .trim_start();
    let quote = value.chars().next().filter(|&c| c == '"' || c == '\'')?;
    let name = value[1..].split(quote).next()?;
    let at = name.as_ptr() as usize - text.as_ptr() as usize;
    Some((name, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_encodings_and_data_are_told_apart() {
        let told = |bytes: &[u8]| decode(bytes).unwrap_err().message;
        assert!(told(b"<map name=\"Bo\xEF\"/>").contains("Latin-1"));
        assert_eq!(told(b"\x8F\x1BL\x02\xEE"), "this is not a text file");
    }
}
