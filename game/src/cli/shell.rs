//! Words of commands that the program prints.

use std::fmt::Write;

use marchland_files::is_steering;

/// A word of a command for a POSIX shell, or for Bash and its like if characters steer terminals.
pub(super) fn quoted(word: &str) -> String {
    // Not an option.
    let here = if word.starts_with('-') { "./" } else { "" };
    let word = format!("{here}{word}");
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word
    } else if word.contains(is_steering) {
        let mut out = String::from("$'");
        for c in word.chars() {
            match c {
                '\'' | '\\' => out.extend(['\\', c]),
                c if is_steering(c) => {
                    let _ = write!(out, "\\U{:08x}", u32::from(c));
                }
                c => out.push(c),
            }
        }
        out + "'"
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        for (word, expected) in [
            ("maps/mine", "maps/mine"),
            ("expert=100", "expert=100"),
            ("g 3 ☃", "'g 3 ☃'"),
            ("it's $HOME", r"'it'\''s $HOME'"),
            ("a\u{1b}'b", r"$'a\U0000001b\'b'"),
            ("-x", "./-x"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
