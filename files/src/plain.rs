//! Escapes untrusted text for display.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// Untrusted text on one line, safe for terminals and logs.
///
/// Escapes [control characters](is_steering) the way Rust does, such as `\n` and `\u{1b}`, and
/// whatever CI systems interpret as a command in a log: `::` at the beginning and `##` anywhere.
/// Other text is unchanged, and so is text that is already escaped.
pub fn plain(text: &str) -> Cow<'_, str> {
    let command = text.trim_start().starts_with("::");
    if !command && !text.contains(is_steering) && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut command = command;
    let mut last = ' ';
    for c in text.chars() {
        if is_steering(c) {
            shown.extend(c.escape_default());
        } else if command && c == ':' || c == '#' && last == '#' {
            command = false;
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
        last = c;
    }
    Cow::Owned(shown)
}

/// [`plain`] for each line of a text of several lines, such as an error.
pub fn plain_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(plain).collect();
    lines.join("\n")
}

/// [`plain`] for a path.
pub fn plain_path(path: &Path) -> String {
    plain(&path.to_string_lossy()).into_owned()
}

/// A JSON document whose strings may hold untrusted text, with a final line feed. Characters that
/// steer a terminal are escaped; outside of strings, JSON only has line feeds.
pub fn plain_json(document: &str) -> String {
    let mut shown = String::with_capacity(document.len() + 1);
    for c in document.chars() {
        if c != '\n' && is_steering(c) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown + "\n"
}

/// Whether a character affects the display of others: C0 and C1 controls, line and paragraph
/// separators, embeddings, overrides and isolates.
pub fn is_steering(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_ci_commands_are_escaped() {
        for (text, expected) in [
            ("Žďár nad Sázavou: 1 # 2", "Žďár nad Sázavou: 1 # 2"),
            ("a\n::error::b", r"a\n::error::b"),
            ("::error::b", r"\u{3a}:error::b"),
            (" \t::set-output", r" \t\u{3a}:set-output"),
            ("x ##vso[task]", r"x #\u{23}vso[task]"),
            ("\u{1b}[2J\r\u{9b}1A", r"\u{1b}[2J\r\u{9b}1A"),
            ("a\u{202e}b\u{2066}\u{2028}", r"a\u{202e}b\u{2066}\u{2028}"),
        ] {
            assert_eq!(plain(text), expected);
            assert_eq!(plain(expected), expected);
        }
    }
}
