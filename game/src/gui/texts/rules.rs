//! Texts about the rules of a table.

/// What is said of a rule that somebody has changed; `None` if it is not known.
pub(in crate::gui) fn rule_changed(rule: u32, variant: u32) -> Option<&'static str> {
    Some(match (rule, variant) {
        (0, 0) => "A rule was changed: the territories are claimed in turn.",
        (0, 1) => "A rule was changed: the territories are dealt.",
        (1, 0) => "A rule was changed: sets bring 4, 6, 8 … units.",
        (1, 1) => "A rule was changed: sets bring 3, 5, 7 or 9 units.",
        _ => return None,
    })
}
