//! Characters and references: which characters XML allows, which occur in names, and references
//! such as `&amp;`.

use super::flaw::{Kind, Refusal, excerpt};

/// Whether XML allows the character.
pub(super) fn is_char(c: char) -> bool {
    !matches!(c, '\0'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}')
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

pub(super) fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, ':' | '_' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}'
            | '\u{370}'..='\u{37D}' | '\u{37F}'..='\u{1FFF}' | '\u{200C}' | '\u{200D}'
            | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}'
            | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

pub(super) fn is_name(c: char) -> bool {
    is_name_start(c)
        || c.is_ascii_digit()
        || matches!(
            c,
            '-' | '.' | '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}' | '\u{2040}'
        )
}

/// The result of parsing something that begins with `&`.
pub(super) enum Reference {
    /// A character, and the length of the reference in bytes.
    Char(char, usize),
    /// The error, and the number of bytes to point at.
    Bad(Refusal, usize),
}

/// Parses the reference at the beginning of `text`.
pub(super) fn reference(text: &str) -> Reference {
    // The longest supported reference is about `&#x0010FFFF;`; a limit keeps a file full of `&`
    // from being searched for `;` again and again.
    let window = text
        .char_indices()
        .nth(48)
        .map_or(text, |(at, _)| &text[..at]);
    let named = window[1..].find(|c: char| !is_name(c) && c != '#');
    let body = match named {
        Some(length) if window[1 + length..].starts_with(';') && length > 0 => &window[1..=length],
        _ => return Reference::Bad(ampersand(), 1),
    };
    let length = body.len() + 2;
    let c = match body {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let Some(number) = body.strip_prefix('#') else {
                if !body.starts_with(is_name_start) || body.contains('#') {
                    return Reference::Bad(ampersand(), length);
                }
                let message = format!(
                    "the entity `&{};` is refused; only &lt; &gt; &amp; &quot; &apos; and numbers like &#233; are read",
                    excerpt(body)
                );
                return Reference::Bad((Kind::Doctype, message), length);
            };
            let (digits, radix) = match number.strip_prefix('x') {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            // `from_str_radix` would accept a sign.
            let value = Some(digits)
                .filter(|digits| digits.chars().all(|c| c.is_digit(radix)))
                .and_then(|digits| u32::from_str_radix(digits, radix).ok());
            let Some(c) = value.and_then(char::from_u32).filter(|&c| is_char(c)) else {
                let message = format!("`&#{};` is not a character", excerpt(number));
                return Reference::Bad((Kind::Syntax, message), length);
            };
            c
        }
    };
    Reference::Char(c, length)
}

fn ampersand() -> Refusal {
    let message = "`&` does not begin a reference here; write `&amp;`";
    (Kind::Syntax, message.to_owned())
}
