//! Text from files, made fit to be shown.

/// The text on one line: control characters, which can steer a terminal or forge
/// lines of a CI log, and characters that turn the direction of all that follows
/// become spaces.
///
/// Every message, tag and title of a [`Report`](crate::Report) is so already; this
/// is for paths and other text that stands beside them.
pub fn one_line(text: &str) -> String {
    let plain = |c| if is_steering(c) { ' ' } else { c };
    text.chars().map(plain).collect()
}

/// Whether a character does something to what is around it: C0 and C1 controls,
/// line and paragraph separators, embeddings, overrides and isolates.
pub(crate) fn is_steering(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
