//! Reads and writes Java properties: the translations beside a Domination map.

use std::collections::BTreeMap;

/// The keys and values of a properties file; of duplicate keys the last value counts.
///
/// The text is Latin-1 with `\uXXXX` for other characters; a line that ends in a backslash
/// continues in the next. Nothing is an error: an invalid escape stands for itself.
pub(super) fn parse<'a>(lines: impl Iterator<Item = (u32, &'a str)>) -> BTreeMap<String, String> {
    let mut pairs = BTreeMap::new();
    let mut logical = String::new();
    let mut goes_on = false;
    for (_, line) in lines {
        let line = line.trim_start_matches([' ', '\t', '\u{c}']);
        if line.is_empty() && logical.is_empty() {
            goes_on = false;
            continue;
        }
        if !goes_on && line.starts_with(['#', '!']) {
            continue;
        }
        // Backslashes escape each other in pairs.
        let slashes = line.bytes().rev().take_while(|&b| b == b'\\').count();
        goes_on = slashes % 2 == 1;
        logical += &line[..line.len() - usize::from(goes_on)];
        if !goes_on {
            take(&logical, &mut pairs);
            logical.clear();
        }
    }
    if !logical.is_empty() {
        take(&logical, &mut pairs);
    }
    pairs
}

fn take(line: &str, pairs: &mut BTreeMap<String, String>) {
    let mut escaped = false;
    let end = line
        .find(|c: char| {
            let ends = !escaped && matches!(c, '=' | ':' | ' ' | '\t' | '\u{c}');
            escaped = c == '\\' && !escaped;
            ends
        })
        .unwrap_or(line.len());
    let (key, rest) = line.split_at(end);
    let blank = [' ', '\t', '\u{c}'];
    let rest = rest.trim_start_matches(blank);
    let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest);
    pairs.insert(unescape(key), unescape(rest.trim_start_matches(blank)));
}

fn unescape(text: &str) -> String {
    // UTF-16 units, because a character outside the basic plane takes two escapes.
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let c = match c {
            '\\' => match rest.next() {
                Some('u') => {
                    let digits = rest.as_str().get(..4);
                    let unit = digits
                        .filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()))
                        .and_then(|d| u16::from_str_radix(d, 16).ok());
                    if let Some(unit) = unit {
                        units.push(unit);
                        rest = rest.as_str()[4..].chars();
                        continue;
                    }
                    'u'
                }
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\u{c}',
                Some(other) => other,
                None => break,
            },
            plain => plain,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16_lossy(&units)
}

/// A key or a value as it is written, in ASCII.
pub(super) fn escape(text: &str, is_key: bool) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            ' ' | '=' | ':' | '#' | '!' if is_key => escaped.extend(['\\', c]),
            ' '..='~' => escaped.push(c),
            _ => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units).iter();
                escaped.extend(units.map(|unit| format!("\\u{unit:04X}")));
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
