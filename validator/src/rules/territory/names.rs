//! Comparing and cleaning up names.

use deunicode::deunicode_char;

/// The name without invisible characters and superfluous spaces, if that differs and is
/// not empty.
pub(crate) fn tidy(text: &str) -> Option<String> {
    let visible: String = text
        .chars()
        .filter(|&c| c.is_whitespace() || !(c.is_control() || is_invisible(c)))
        .collect();
    let better = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    (better != text && !better.is_empty()).then_some(better)
}

/// Zero-width characters, byte order marks and directional marks, but not the joiners
/// U+200C and U+200D, which some scripts need.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
    )
}

/// A name in lower case without apostrophes, hyphens, full stops and, in Latin letters,
/// accents.
pub(crate) fn plain(name: &str) -> String {
    let mut word = String::new();
    for c in name
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
        .chars()
    {
        match c {
            '\'' | '’' | '-' | '.' => {}
            '\u{C0}'..'\u{250}' => word.push_str(deunicode_char(c).unwrap_or_default()),
            c => word.push(c),
        }
    }
    word
}

/// The word and every word with one letter removed, without duplicates.
pub(crate) fn deletions(word: &str) -> Vec<String> {
    let mut keys = vec![word.to_owned()];
    for (at, c) in word.char_indices() {
        keys.push(format!("{}{}", &word[..at], &word[at + c.len_utf8()..]));
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied() {
        assert_eq!(
            tidy(" Peru\u{200B}  Norte\n").as_deref(),
            Some("Peru Norte")
        );
        assert_eq!(tidy("Peru Norte"), None);
        assert_eq!(tidy("\u{200B}"), None);
        assert_eq!(plain("Česko-Lípa"), "ceskolipa");
    }
}
