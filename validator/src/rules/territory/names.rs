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

/// Whether two words are the same, or but for one letter, which one of them lacks or both have
/// differently.
pub(crate) fn differ_in_one(a: &str, b: &str) -> bool {
    fn without_first(word: &str) -> &str {
        let mut letters = word.chars();
        letters.next();
        letters.as_str()
    }
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    let same: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let (a, b) = (&a[same..], &b[same..]);
    let (rest_a, rest_b) = (without_first(a), without_first(b));
    rest_a == rest_b || rest_a == b || a == rest_b
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

    #[test]
    fn one_letter_is_missing_or_different() {
        for (a, b) in [("iran", "iraq"), ("mali", "malia"), ("oman", "oman")] {
            assert!(differ_in_one(a, b) && differ_in_one(b, a), "{a} {b}");
        }
        // Without a letter each, these are the same.
        for (a, b) in [("eastern", "western"), ("oman", "mano")] {
            assert!(!differ_in_one(a, b) && !differ_in_one(b, a), "{a} {b}");
        }
    }
}
