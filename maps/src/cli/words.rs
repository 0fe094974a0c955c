//! What is said on standard error, and words for numbers.

use marchland_maps::files::plain;

/// Says something in which names from files stand, on one line.
pub(super) fn say(text: &str) {
    eprintln!("{}", plain(text));
}

/// “1 territory”, “2 territories”.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
